// Nothing outside the vault is opened, made, changed or looked at by name, whatever the input: the
// paths are taken from a trace of the system calls.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { modernMeta } from './support/pipe.mjs';
import { program, someNotes, temporaryVault } from './support/vault.mjs';

const traced = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

const hostileNames = [
  '../outside', '..', '.', '/etc/passwd', 'a/../../b', '..%2Foutside', 'leak', 'leak.md', 'dangling',
  'folder', 'pad-thai\u0000', '.hidden', 'con', '~', '$HOME', 'a'.repeat(5000), '\\\\host\\share',
];

function requests() {
  const lines = [];
  const add = (method, params) =>
    lines.push({ jsonrpc: '2.0', id: lines.length, method, params: { ...params, _meta: modernMeta } });
  const call = (name, args) => add('tools/call', { name, arguments: args });
  for (const slug of hostileNames) {
    call('read_note', { slug });
    call('update_note', { slug, body: 'overwritten' });
    call('delete_note', { slug });
    call('create_note', { title: slug, body: slug });
    for (const uri of [`note:///${slug}`, `file:///${slug}`, `note://${slug}`, encodeURI(`note:///${slug}`)]) {
      add('resources/read', { uri });
    }
  }
  call('update_note', { slug: 'pad-thai', append: 'more' });
  call('search_notes', { query: 'root: secret' });
  call('list_notes', { include_tag_counts: true });
  call('delete_note', { slug: 'weekly-review' });
  add('resources/list', {});
  return lines;
}

/** The files that calls of the trace opened (`= 5</path>`) and the absolute paths that they named. */
function pathsOf(trace, from) {
  const paths = [];
  let isServing = false;
  for (const line of trace.split('\n')) {
    // What the loader and the runtime open before is not in our hands.
    isServing ||= line.includes(`"${from}"`) && line.includes('open');
    if (!isServing) continue;
    const opened = /= \d+<([^>]*)>$/.exec(line);
    if (opened) paths.push(opened[1]);
    for (const named of line.matchAll(/"(\/[^"]*)"/g)) paths.push(named[1]);
  }
  return paths;
}

test('only the vault is opened, whatever is asked for', { skip: traced ? false : 'no strace here' }, (t) => {
  const vault = temporaryVault(t, someNotes);
  const folder = realpathSync(vault.folder);
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'notes-mcp-outside-')));
  t.after(() => rmSync(outside, { recursive: true, force: true }));
  writeFileSync(join(outside, 'secret.md'), 'root: secret\n');
  symlinkSync(join(outside, 'secret.md'), join(folder, 'leak.md'));
  symlinkSync(join(outside, 'made.md'), join(folder, 'dangling.md'));
  mkdirSync(join(folder, 'folder.md'));

  const log = join(outside, 'trace');
  const input = requests().map((line) => JSON.stringify(line)).join('\n');
  const run = spawnSync('strace', ['-f', '-y', '-s', '8192', '-e', 'trace=%file', '-o', log, program, '--vault', folder], {
    input: `${input}\n`,
    maxBuffer: 1 << 28,
  });
  assert.equal(run.status, 0);
  const answers = String(run.stdout).trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(answers.length, requests().length);

  const paths = pathsOf(readFileSync(log, 'utf8'), folder);
  assert.ok(paths.includes(join(folder, 'pad-thai.md')), 'the trace shows the notes that were read');
  // The watch is set on the open folder itself, which Linux names so.
  const allowed = (path) => path === folder || path.startsWith(`${folder}/`) || /^\/proc\/self\/fd\/\d+$/.test(path);
  assert.deepEqual(paths.filter((path) => !allowed(path)), []);
  assert.ok(!String(run.stdout).includes('root: secret\\n'), 'what a link leads to is not told');
  assert.equal(readFileSync(join(outside, 'secret.md'), 'utf8'), 'root: secret\n');
  assert.throws(() => readFileSync(join(outside, 'made.md')));
});

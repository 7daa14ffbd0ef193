// A YAML parser of another family reads the front matter that we write: same title, same tags, same
// other keys. (Ours is yaml-cpp; this one is the npm package `yaml`.)
import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'yaml';
import { Pipe } from './support/pipe.mjs';
import { temporaryVault } from './support/vault.mjs';

/** The front matter of a file, read by the other parser; strings stay what they are. */
function frontMatter(text) {
  const match = /^---\r?\n([\s\S]*?)^---\r?\n/m.exec(text);
  assert.ok(match && match.index === 0, `no front matter in ${JSON.stringify(text)}`);
  return parse(match[1], { version: '1.2' });
}

const texts = [
  'plain', 'two words', 'colon: inside', 'ends with colon:', ':starts', 'a #b', '# heading', '#tag', 'a#b',
  '@at', '`tick`', '%percent', '&anchor', '*alias', '!tag', '|', '>', '|-', '-', '- item', '--', '---', '...',
  '?', '? key', '[flow]', '{flow}', '[', ']', '{', '}', ',', 'a, b', "'single'", '"double"', "it's", 'say "hi"',
  `both ' and "`, '\\', 'back\\slash', '\\n', 'yes', 'no', 'on', 'off', 'true', 'false', 'True', 'null', 'Null', '~',
  '007', '0', '1', '1.10', '-1', '+1', '1e3', '0x1F', '0o17', '.5', '5.', '.inf', '-.INF', '.nan', '1_000', '12:30',
  '190:20:30', '2024-01-01', '2024-01-01T00:00:00Z', '=', '<<', 'key', 'y', 'n', 'N', 'NaN', 'Infinity',
  'Crème brûlée', '日本語', '김치 찌개', 'مرحبا', '👩‍👩‍👧 family', 'e\u0301', '\u00a0nbsp inside\u00a0x', 'zero\u200bwidth',
  'tilde ~ inside', 'pipe | inside', 'percent % inside', 'a: b: c', 'a:b', 'http://example.org/#x', 'C#', 'C++', '.NET',
  '«quoted»', '“curly”', 'tab here', '$HOME', '${x}', '<b>', 'a & b', 'a * b', '(paren)', 'x'.repeat(300),
  '👍'.repeat(300), `"${'q'.repeat(297)}'`, 'trailing backslash \\', "''", '""', "'", '"', '- - -', '? : -', '{{ x }}',
];

const tagsOf = (text) => text.length <= 200 && !text.startsWith('#') && [...text].length <= 100;

/** Tags as YAML gives them: a list, or one text with commas, as some people write them. */
const tagList = (tags) => (typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : tags);

async function callTool(pipe, name, args) {
  const answer = await pipe.modern('tools/call', { name, arguments: args });
  assert.ok(answer.result, JSON.stringify(answer));
  assert.equal(answer.result.isError ?? false, false, `${JSON.stringify(args)}: ${JSON.stringify(answer.result)}`);
  return answer.result.structuredContent;
}

test('yaml agreement: titles of new notes', async (t) => {
  const vault = temporaryVault(t);
  const pipe = new Pipe(t, vault.args);
  for (const title of texts) {
    const { slug } = await callTool(pipe, 'create_note', { title, body: 'x' });
    const read = await callTool(pipe, 'read_note', { slug });
    assert.equal(read.title, title.trim());
    assert.equal(frontMatter(vault.read(`${slug}.md`)).title, read.title);
  }
});

test('yaml agreement: tags of new notes', async (t) => {
  const vault = temporaryVault(t);
  const pipe = new Pipe(t, vault.args);
  for (const tag of texts.filter(tagsOf)) {
    const { slug } = await callTool(pipe, 'create_note', { title: 'Tags', body: 'x', tags: [tag, 'other'] });
    const read = await callTool(pipe, 'read_note', { slug });
    assert.deepEqual(frontMatter(vault.read(`${slug}.md`)).tags, read.tags, JSON.stringify(tag));
    assert.ok(read.tags.includes(tag.trim()), `${JSON.stringify(tag)}: ${JSON.stringify(read.tags)}`);
  }
});

test('yaml agreement: metadata of new notes, with their types', async (t) => {
  const vault = temporaryVault(t);
  const pipe = new Pipe(t, vault.args);
  for (const text of texts) {
    const metadata = { source: text, aliases: [text, 'x'], rating: 4.5, count: 7, done: false, empty: '', none: [] };
    const { slug } = await callTool(pipe, 'create_note', { title: 'Metadata', body: 'x', metadata });
    const { title, created, ...others } = frontMatter(vault.read(`${slug}.md`));
    assert.deepEqual(others, metadata, JSON.stringify(text));
  }
});

/** Files as people write them; every key but the one that is updated must read as before. */
const files = [
  '---\ntitle: Old\ntags: [a, b]\nother: 1\n---\n\nBody\n',
  '---\nother: 1 # why\ntags:\n- a\n- b # second\nlast: "x"\n---\nBody\n',
  '---\ntags:\n    - a\n    - "b: c"\ntitle: \'Old\'   # note\nnested:\n  deep: [1, {a: b}]\n---\nBody\n',
  '---\r\ntitle: "Old"\r\ntags: a\r\ntext: |\r\n  one\r\n  --- two\r\n---\r\nBody\r\n',
  '---\n# only a comment\n\ntitle: >-\n  folded\n  title\ntags: [a,\n  b, # c\n  d]\nlist: [x, y]\n---\nBody\n',
  '---\ntags: "a, b"\n---\nBody without a title\n',
  '---\n---\nEmpty block\n',
  'No block at all\n',
  '\ufeff---\ntitle: With a BOM\nkeep: me\n---\nBody\n',
];

test('yaml agreement: updates of files made by hand', async (t) => {
  const vault = temporaryVault(t);
  const pipe = new Pipe(t, vault.args);
  for (const file of files) {
    const hadBlock = file.replace('\ufeff', '').startsWith('---');
    const before = hadBlock ? frontMatter(file.replace('\ufeff', '')) ?? {} : {};
    for (const text of texts) {
      const change = { title: text, metadata: { added: text } };
      if (tagsOf(text)) change.tags = [text, 'second'];
      vault.write('note.md', file);
      await callTool(pipe, 'update_note', { slug: 'note', ...change });
      const written = vault.read('note.md');
      const after = frontMatter(written.replace('\ufeff', ''));
      const read = await callTool(pipe, 'read_note', { slug: 'note' });
      const where = JSON.stringify({ file, text, written });
      assert.equal(read.title, text.trim(), where);
      assert.equal(after.title, read.title, where);
      assert.equal(after.added, text, where);
      if (change.tags) assert.deepEqual(tagList(after.tags), read.tags, where);
      const { title: t0, tags: g0, ...kept } = before;
      const { title: t1, tags: g1, added, ...keptAfter } = after;
      assert.deepEqual(keptAfter, kept, where);
    }
  }
});

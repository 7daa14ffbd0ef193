// The official client of the initialize revisions (@modelcontextprotocol/sdk), which checks every
// structured result against the tool's output schema.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { program, someNotes, temporaryVault } from './support/vault.mjs';

async function connect(t, args) {
  const client = new Client({ name: 'e2e', version: '1' });
  const errors = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(new StdioClientTransport({ command: program, args, stderr: 'pipe' }));
  t.after(async () => {
    await client.close();
    assert.deepEqual(errors, [], 'the client saw nothing out of order');
  });
  await client.listTools(); // from here on the client checks results against the schemas
  return client;
}

const call = async (client, name, args) => {
  const result = await client.callTool({ name, arguments: args });
  assert.notEqual(result.isError, true, JSON.stringify(result.content));
  assert.equal(result.content.length, 1);
  assert.equal(result.content[0].type, 'text');
  return result;
};

test('legacy client: the handshake names the server and what it can do', async (t) => {
  const client = await connect(t, temporaryVault(t).args);
  assert.equal(client.getServerVersion().name, 'notes-mcp');
  assert.deepEqual(client.getServerCapabilities(), {
    tools: {},
    resources: { subscribe: true, listChanged: true },
    completions: {},
  });
  assert.ok(client.getInstructions().length > 0);
  assert.deepEqual(await client.ping(), {});
});

test('legacy client: lists six tools in their fixed order', async (t) => {
  const client = await connect(t, temporaryVault(t).args);
  const { tools, nextCursor } = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ['create_note', 'read_note', 'list_notes', 'search_notes', 'update_note', 'delete_note'],
  );
  assert.equal(nextCursor, undefined);
});

test('legacy client: each tool does its work, and its result fits its output schema', async (t) => {
  const vault = temporaryVault(t, someNotes);
  const client = await connect(t, vault.args);

  const created = await call(client, 'create_note', {
    title: 'Crème brûlée',
    body: 'Eggs, cream.\n',
    tags: ['recipes'],
    metadata: { source: 'Grandmother', servings: 4 },
  });
  assert.equal(created.structuredContent.slug, 'creme-brulee');
  assert.match(vault.read('creme-brulee.md'), /^---\ntitle: Crème brûlée\ntags: \[recipes\]\n/);

  const read = await call(client, 'read_note', { slug: 'creme-brulee' });
  assert.equal(read.structuredContent.body, 'Eggs, cream.\n');
  assert.equal(read.structuredContent.revision, created.structuredContent.revision);
  assert.ok(read.content[0].text.endsWith('Eggs, cream.\n'));

  const list = await call(client, 'list_notes', { tag: 'recipes', include_tag_counts: true });
  assert.deepEqual(
    list.structuredContent.notes.map((note) => note.slug).sort(),
    ['creme-brulee', 'pad-thai'],
  );
  assert.deepEqual(list.structuredContent.tag_counts[0], { tag: 'recipes', count: 2 });

  const found = await call(client, 'search_notes', { query: 'creme' });
  assert.equal(found.structuredContent.results[0].slug, 'creme-brulee');
  assert.match(found.structuredContent.results[0].snippet, /./);

  const dry = await call(client, 'update_note', {
    slug: 'creme-brulee',
    edits: [{ old_text: 'cream', new_text: 'double cream' }],
    dry_run: true,
  });
  assert.match(dry.structuredContent.diff, /\+Eggs, double cream\./);
  const updated = await call(client, 'update_note', {
    slug: 'creme-brulee',
    edits: [{ old_text: 'cream', new_text: 'double cream' }],
    expected_revision: dry.structuredContent.revision,
  });
  assert.equal(updated.structuredContent.changed, true);
  assert.match(vault.read('creme-brulee.md'), /Eggs, double cream\.\n$/);

  const deleted = await call(client, 'delete_note', { slug: 'creme-brulee' });
  assert.deepEqual(deleted.structuredContent, { slug: 'creme-brulee', deleted: true });
  assert.throws(() => vault.read('creme-brulee.md'), { code: 'ENOENT' });
});

test('legacy client: an untouched read and write back changes no byte', async (t) => {
  const vault = temporaryVault(t, someNotes);
  const client = await connect(t, vault.args);
  for (const [file, text] of Object.entries(someNotes)) {
    const slug = file.slice(0, -3);
    const { structuredContent } = await call(client, 'read_note', { slug });
    const same = await call(client, 'update_note', { slug, body: structuredContent.body });
    assert.equal(same.structuredContent.changed, false, file);
    assert.equal(vault.read(file), text);
  }
});

test('legacy client: a tool error is data with a hint, an unknown tool an error', async (t) => {
  const client = await connect(t, temporaryVault(t, someNotes).args);
  const missing = await client.callTool({ name: 'read_note', arguments: { slug: 'pad-tai' } });
  assert.equal(missing.isError, true);
  assert.equal(missing.structuredContent, undefined);
  assert.match(missing.content[0].text, /pad-thai/);
  await assert.rejects(client.callTool({ name: 'make_coffee', arguments: {} }), { code: -32602 });
});

test('legacy client: read-only mode lists the readers and refuses the rest', async (t) => {
  const vault = temporaryVault(t, someNotes);
  const client = await connect(t, [...vault.args, '--read-only']);
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ['read_note', 'list_notes', 'search_notes'],
  );
  const refused = await client.callTool({ name: 'delete_note', arguments: { slug: 'pad-thai' } });
  assert.equal(refused.isError, true);
  assert.equal(vault.read('pad-thai.md'), someNotes['pad-thai.md']);
});

test('legacy client: resources are listed in pages, read whole, and completed', async (t) => {
  const vault = temporaryVault(t, someNotes);
  for (let i = 0; i < 250; ++i) vault.write(`page-${String(i).padStart(3, '0')}.md`, `Page ${i}\n`);
  const client = await connect(t, vault.args);

  const names = [];
  let pages = 0;
  for (let cursor; ; ) {
    const page = await client.listResources(cursor ? { cursor } : {});
    names.push(...page.resources.map((resource) => resource.name));
    ++pages;
    cursor = page.nextCursor;
    if (!cursor) break;
  }
  assert.equal(names.length, 253);
  assert.equal(pages, 3);
  assert.deepEqual(names, [...names].sort());

  const { contents } = await client.readResource({ uri: 'note:///weekly-review' });
  assert.deepEqual(contents, [
    {
      uri: 'note:///weekly-review',
      mimeType: 'text/markdown',
      text: someNotes['weekly-review.md'],
    },
  ]);
  await assert.rejects(client.readResource({ uri: 'note:///nothing' }), { code: -32002 });

  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates[0].uriTemplate, 'note:///{slug}');
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: resourceTemplates[0].uriTemplate },
    argument: { name: 'slug', value: 'PA' },
  });
  assert.equal(completion.values.length, 100);
  assert.equal(completion.total, 251);
  assert.equal(completion.hasMore, true);
});

test('legacy client: a subscribed note that changes is told, and a new one lists anew', async (t) => {
  const vault = temporaryVault(t, someNotes);
  const client = await connect(t, vault.args);
  const heard = { updated: [], listChanged: 0 };
  let wake = () => {};
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    heard.updated.push(params.uri);
    wake();
  });
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
    ++heard.listChanged;
    wake();
  });
  const until = async (condition) => {
    while (!condition()) await new Promise((resolve) => (wake = resolve));
  };

  await client.subscribeResource({ uri: 'note:///pad-thai' });
  vault.write('pad-thai.md', 'Changed by an editor\n');
  await until(() => heard.updated.length > 0);
  assert.deepEqual(heard, { updated: ['note:///pad-thai'], listChanged: 0 });

  vault.write('new-note.md', 'New\n');
  await until(() => heard.listChanged > 0);
  assert.deepEqual(heard, { updated: ['note:///pad-thai'], listChanged: 1 });

  await client.unsubscribeResource({ uri: 'note:///pad-thai' });
  vault.write('pad-thai.md', 'Changed again\n');
  vault.remove('new-note.md'); // a later change that is told: nothing came for the one before it
  await until(() => heard.listChanged > 1);
  assert.deepEqual(heard, { updated: ['note:///pad-thai'], listChanged: 2 });
});

// The official client of the stateless revision (@modelcontextprotocol/client), in each of its ways
// to choose an era.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { modernRevision } from './support/pipe.mjs';
import { program, someNotes, temporaryVault } from './support/vault.mjs';

async function connect(t, args, mode) {
  const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode } });
  const errors = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(new StdioClientTransport({ command: program, args, stderr: 'pipe' }));
  t.after(async () => {
    await client.close();
    assert.deepEqual(errors, [], 'the client saw nothing out of order');
  });
  return client;
}

const call = async (client, name, args) => {
  const result = await client.callTool({ name, arguments: args });
  assert.notEqual(result.isError, true, JSON.stringify(result.content));
  return result;
};

const modes = {
  auto: ['auto', modernRevision],
  pinned: [{ pin: modernRevision }, modernRevision],
  legacy: ['legacy', '2025-11-25'],
};

for (const [name, [mode, revision]] of Object.entries(modes)) {
  test(`modern client, ${name}: speaks ${revision}`, async (t) => {
    const client = await connect(t, temporaryVault(t).args, mode);
    assert.equal(client.getNegotiatedProtocolVersion(), revision);
    assert.equal(client.getServerVersion().name, 'notes-mcp');
    assert.deepEqual(client.getServerCapabilities(), {
      tools: {},
      resources: { subscribe: true, listChanged: true },
      completions: {},
    });
    assert.ok(client.getInstructions().length > 0);
  });

  test(`modern client, ${name}: each tool does its work within its output schema`, async (t) => {
    const vault = temporaryVault(t, someNotes);
    const client = await connect(t, vault.args, mode);
    const { tools } = await client.listTools();
    assert.equal(tools.length, 6);

    const created = await call(client, 'create_note', { title: '김치 찌개', body: 'Kimchi.' });
    const { slug } = created.structuredContent;
    const read = await call(client, 'read_note', { slug });
    assert.equal(read.structuredContent.title, '김치 찌개');
    assert.equal(read.structuredContent.body, 'Kimchi.\n');
    const list = await call(client, 'list_notes', { limit: 2, sort: 'title' });
    assert.equal(list.structuredContent.count, 2);
    assert.equal(list.structuredContent.has_more, true);
    const found = await call(client, 'search_notes', { query: 'kimchi' });
    assert.equal(found.structuredContent.results[0].slug, slug);
    const updated = await call(client, 'update_note', { slug, add_tags: ['korean'] });
    assert.deepEqual(updated.structuredContent.tags, ['korean']);
    const deleted = await call(client, 'delete_note', { slug });
    assert.equal(deleted.structuredContent.deleted, true);
  });

  test(`modern client, ${name}: resources and completion`, async (t) => {
    const vault = temporaryVault(t, someNotes);
    const client = await connect(t, vault.args, mode);
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map((resource) => [resource.uri, resource.title]),
      [
        ['note:///pad-thai', 'Pad Thai'],
        ['note:///sourdough-starter', 'Sourdough: starter'],
        ['note:///weekly-review', 'Weekly review'],
      ],
    );
    const { contents } = await client.readResource({ uri: 'note:///pad-thai' });
    assert.equal(contents[0].text, someNotes['pad-thai.md']);
    vault.write('pad-thai.md', 'Edited elsewhere\n');
    const again = await client.readResource({ uri: 'note:///pad-thai' });
    assert.equal(again.contents[0].text, 'Edited elsewhere\n');
    // The client gives the legacy code -32002 as the modern one.
    await assert.rejects(client.readResource({ uri: 'note:///nothing' }), { code: -32602 });
    const { resourceTemplates } = await client.listResourceTemplates();
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: resourceTemplates[0].uriTemplate },
      argument: { name: 'slug', value: 'sour' },
    });
    assert.deepEqual(completion.values, ['sourdough-starter']);
  });
}

test('modern client: a subscription is acknowledged, tells changes, and closes', async (t) => {
  const vault = temporaryVault(t, someNotes);
  const client = await connect(t, vault.args, 'auto');
  const updated = [];
  let wake = () => {};
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri);
    wake();
  });
  const subscription = await client.listen({
    resourcesListChanged: true,
    toolsListChanged: true,
    resourceSubscriptions: ['note:///pad-thai'],
  });
  assert.deepEqual(subscription.honoredFilter, {
    resourcesListChanged: true,
    resourceSubscriptions: ['note:///pad-thai'],
  });
  vault.write('pad-thai.md', 'Changed by an editor\n');
  while (updated.length === 0) await new Promise((resolve) => (wake = resolve));
  assert.deepEqual(updated, ['note:///pad-thai']);
  await subscription.close();
  assert.equal(await subscription.closed, 'local');
});

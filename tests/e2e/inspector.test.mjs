// The MCP Inspector in its command-line mode, as people use it to look at a server. Pinned is the last
// version that runs on Node.js 20.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { promisify } from 'node:util';
import { program, someNotes, temporaryVault } from './support/vault.mjs';

const inspector = fileURLToPath(new URL('./node_modules/.bin/mcp-inspector', import.meta.url));

async function inspect(vault, ...options) {
  const command = [inspector, '--cli', program, ...vault.args, ...options];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return JSON.parse(stdout);
}

test('inspector: lists the tools', async (t) => {
  const { tools } = await inspect(temporaryVault(t), '--method', 'tools/list');
  assert.equal(tools.length, 6);
});

test('inspector: calls a tool with arguments as text', async (t) => {
  const vault = temporaryVault(t, someNotes);
  const found = await inspect(
    vault, '--method', 'tools/call', '--tool-name', 'search_notes', '--tool-arg', 'query=noodles', 'limit=1',
  );
  assert.equal(found.structuredContent.results[0].slug, 'pad-thai');
});

test('inspector: lists and reads resources', async (t) => {
  const vault = temporaryVault(t, someNotes);
  const { resources } = await inspect(vault, '--method', 'resources/list');
  assert.equal(resources.length, 3);
  const { contents } = await inspect(vault, '--method', 'resources/read', '--uri', resources[0].uri);
  assert.equal(contents[0].text, someNotes['pad-thai.md']);
  const { resourceTemplates } = await inspect(vault, '--method', 'resources/templates/list');
  assert.equal(resourceTemplates.length, 1);
});

// Every answer in every revision: by the validators of the official package, and field by field
// against what each revision knows (which the validators, being lenient, do not check).
import assert from 'node:assert/strict';
import test from 'node:test';
import { specTypeSchemas } from '@modelcontextprotocol/client';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { Pipe, legacyRevisions, modernRevision } from './support/pipe.mjs';
import { someNotes, temporaryVault } from './support/vault.mjs';

const revisions = [...legacyRevisions, modernRevision];
/** `field` when `revision` is `first` or later. */
const since = (first, revision, field) => (revision >= first ? [field] : []);

/** The members that each kind of object has in `revision`. */
const fieldsOf = {
  serverInfo: (r) => ['name', 'version', ...since('2025-06-18', r, 'title'), ...since('2025-11-25', r, 'description')],
  capabilities: (r) => ['tools', 'resources', ...since('2025-03-26', r, 'completions')],
  tool: (r) => [
    'name',
    'description',
    'inputSchema',
    ...since('2025-03-26', r, 'annotations'),
    ...since('2025-06-18', r, 'title'),
    ...since('2025-06-18', r, 'outputSchema'),
  ],
  success: (r) => ['content', 'isError', ...since('2025-06-18', r, 'structuredContent')],
  resource: (r) => [
    'uri',
    'name',
    'mimeType',
    'size',
    ...since('2025-06-18', r, 'title'),
    ...since('2025-06-18', r, 'annotations'),
  ],
  template: (r) => ['uriTemplate', 'name', 'description', 'mimeType', ...since('2025-06-18', r, 'title')],
};

/** The result's own members; the envelope of the modern era is checked and taken off. */
function unwrapped(revision, method, result) {
  const cached = ['server/discover', 'tools/list', 'resources/list', 'resources/templates/list', 'resources/read'];
  if (revision !== modernRevision) {
    for (const field of ['resultType', 'ttlMs', 'cacheScope', '_meta']) assert.ok(!(field in result), field);
    return result;
  }
  const { resultType, _meta, ttlMs, cacheScope, ...rest } = result;
  assert.equal(resultType, 'complete');
  const info = _meta['io.modelcontextprotocol/serverInfo'];
  assert.equal(info.name, 'notes-mcp');
  assert.equal(typeof info.version, 'string');
  assert.deepEqual(Object.keys(_meta), ['io.modelcontextprotocol/serverInfo']);
  if (cached.includes(method)) {
    assert.ok(Number.isInteger(ttlMs) && ttlMs >= 0, method);
    assert.ok(['public', 'private'].includes(cacheScope), method);
  } else {
    assert.equal(ttlMs, undefined);
    assert.equal(cacheScope, undefined);
  }
  return rest;
}

async function checked(revision, method, answer, type) {
  assert.deepEqual(Object.keys(answer).sort(), ['id', 'jsonrpc', 'result'], JSON.stringify(answer));
  const verdict = await specTypeSchemas[type]['~standard'].validate(answer.result);
  assert.equal(verdict.issues, undefined, JSON.stringify(verdict.issues));
  return unwrapped(revision, method, answer.result);
}

const hasFields = (object, fields) => assert.deepEqual(Object.keys(object).sort(), [...fields].sort());

/** A pipe that speaks `revision`: the first answer, and how to ask for more. */
async function speaking(t, revision, args) {
  const pipe = new Pipe(t, args);
  if (revision === modernRevision) {
    return { pipe, first: await pipe.modern('server/discover'), ask: (...a) => pipe.modern(...a) };
  }
  return { pipe, first: await pipe.initialize(revision), ask: (...a) => pipe.request(...a) };
}

for (const revision of revisions) {
  test(`${revision}: each answer fits its schema and has no field of another revision`, async (t) => {
    const { first, ask } = await speaking(t, revision, temporaryVault(t, someNotes).args);
    const get = async (method, params, type) => checked(revision, method, await ask(method, params), type);

    if (revision === modernRevision) {
      const discovered = await checked(revision, 'server/discover', first, 'DiscoverResult');
      hasFields(discovered, ['supportedVersions', 'capabilities', 'instructions']);
      assert.deepEqual(discovered.supportedVersions, [modernRevision]);
      hasFields(discovered.capabilities, fieldsOf.capabilities(revision));
    } else {
      const opened = await checked(revision, 'initialize', first, 'InitializeResult');
      hasFields(opened, ['protocolVersion', 'capabilities', 'serverInfo', 'instructions']);
      assert.equal(opened.protocolVersion, revision);
      hasFields(opened.serverInfo, fieldsOf.serverInfo(revision));
      hasFields(opened.capabilities, fieldsOf.capabilities(revision));
      assert.deepEqual((await ask('ping')).result, {});
      assert.deepEqual((await ask('resources/subscribe', { uri: 'note:///pad-thai' })).result, {});
      assert.deepEqual((await ask('resources/unsubscribe', { uri: 'note:///pad-thai' })).result, {});
    }

    const { tools, ...noMore } = await get('tools/list', {}, 'ListToolsResult');
    assert.deepEqual(noMore, {});
    for (const tool of tools) {
      hasFields(tool, fieldsOf.tool(revision));
      if (tool.annotations) {
        hasFields(tool.annotations, ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']);
      }
    }

    const calls = {
      create_note: { title: 'Soup', body: 'Leek' },
      read_note: { slug: 'sourdough-starter' },
      list_notes: { include_tag_counts: true },
      search_notes: { query: 'noodles' },
      update_note: { slug: 'soup', append: 'and potato' },
      delete_note: { slug: 'soup' },
    };
    for (const [name, args] of Object.entries(calls)) {
      const result = await get('tools/call', { name, arguments: args }, 'CallToolResult');
      hasFields(result, fieldsOf.success(revision));
      assert.equal(result.isError, false, JSON.stringify(result));
      const { outputSchema } = tools.find((tool) => tool.name === name);
      if (!outputSchema) continue;
      const validate = new Ajv2020({ strict: true }).compile(outputSchema);
      assert.ok(validate(result.structuredContent), JSON.stringify(validate.errors));
    }
    const failed = await get('tools/call', { name: 'read_note', arguments: { slug: 'x' } }, 'CallToolResult');
    hasFields(failed, ['content', 'isError']);
    assert.equal(failed.isError, true);

    const listed = await get('resources/list', {}, 'ListResourcesResult');
    hasFields(listed, ['resources']);
    assert.equal(listed.resources.length, 3);
    for (const resource of listed.resources) {
      hasFields(resource, fieldsOf.resource(revision));
      if (resource.annotations) hasFields(resource.annotations, ['lastModified']);
    }
    const read = await get('resources/read', { uri: 'note:///pad-thai' }, 'ReadResourceResult');
    hasFields(read, ['contents']);
    hasFields(read.contents[0], ['uri', 'mimeType', 'text']);
    const templates = await get('resources/templates/list', {}, 'ListResourceTemplatesResult');
    hasFields(templates, ['resourceTemplates']);
    hasFields(templates.resourceTemplates[0], fieldsOf.template(revision));
    const completed = await get(
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'note:///{slug}' }, argument: { name: 'slug', value: 'p' } },
      'CompleteResult',
    );
    hasFields(completed, ['completion']);
  });

  test(`${revision}: errors are JSON-RPC errors with the code of the revision`, async (t) => {
    const { ask } = await speaking(t, revision, temporaryVault(t, someNotes).args);
    const missing = revision === modernRevision ? -32602 : -32002;
    const table = [
      ['prompts/list', {}, -32601],
      ['logging/setLevel', { level: 'info' }, -32601],
      ['no/such/method', {}, -32601],
      ['tools/call', { name: 'make_coffee', arguments: {} }, -32602],
      ['tools/call', { arguments: {} }, -32602],
      ['tools/list', { cursor: 'x' }, -32602],
      ['resources/list', { cursor: '' }, -32602],
      ['resources/read', {}, -32602],
      ['resources/read', { uri: 'note:///missing' }, missing],
      ['resources/read', { uri: 'note:///../pad-thai' }, missing],
      ['resources/read', { uri: 'file:///etc/passwd' }, missing],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'slug', value: '' } }, -32602],
    ];
    for (const [method, params, code] of table) {
      const answer = await ask(method, params);
      const verdict = await specTypeSchemas.JSONRPCErrorResponse['~standard'].validate(answer);
      assert.equal(verdict.issues, undefined, JSON.stringify(answer));
      assert.equal(answer.error.code, code, `${method} ${JSON.stringify(params)}: ${JSON.stringify(answer)}`);
    }
  });
}

test('schemas: tools use only the keywords that every client understands', async (t) => {
  const pipe = new Pipe(t, temporaryVault(t).args);
  const { tools } = (await pipe.modern('tools/list')).result;
  const known = new Set([
    'type', 'description', 'enum', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'items',
    'minItems', 'maxItems', 'properties', 'required', 'additionalProperties',
  ]);
  const walk = (schema, path) => {
    assert.equal(typeof schema.type, 'string', path);
    for (const keyword of Object.keys(schema)) assert.ok(known.has(keyword), `${path}: ${keyword}`);
    if (schema.type === 'array') walk(schema.items, `${path}[]`);
    if (schema.type === 'object') {
      assert.ok(Object.keys(schema.properties).length > 0, path);
      for (const [name, child] of Object.entries(schema.properties)) {
        assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
        walk(child, `${path}.${name}`);
      }
    }
  };
  for (const { name, description, inputSchema, outputSchema } of tools) {
    assert.ok(description.length <= 1500, name);
    for (const [kind, schema] of Object.entries({ inputSchema, outputSchema })) {
      assert.equal(schema.type, 'object');
      walk(schema, `${name}.${kind}`);
      new Ajv({ strict: true }).compile(schema); // draft 7
      new Ajv2020({ strict: true }).compile(schema);
    }
    assert.equal(inputSchema.additionalProperties, false);
    assert.equal(outputSchema.additionalProperties, undefined);
    for (const [argument, schema] of Object.entries(inputSchema.properties)) {
      assert.ok(schema.description, `${name}.${argument}`);
    }
  }
  assert.ok(JSON.stringify(tools.map((tool) => tool.inputSchema)).length < 12 * 1024);
});

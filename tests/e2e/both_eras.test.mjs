// Both eras at once in one process, on the bare pipe.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Pipe, modernMeta } from './support/pipe.mjs';
import { someNotes, temporaryVault } from './support/vault.mjs';

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

test('both eras: 500 mixed requests are answered in order, each in its era', async (t) => {
  const pipe = new Pipe(t, temporaryVault(t, someNotes).args);
  await pipe.modern('server/discover');
  await pipe.initialize('2025-06-18');
  const from = pipe.messages.length;
  const kinds = [
    () => ['tools/list', {}, (result) => result.tools.length === 6],
    () => [
      'tools/call',
      { name: 'read_note', arguments: { slug: 'pad-thai' } },
      (result) => result.structuredContent.title === 'Pad Thai',
    ],
    () => [
      'tools/call',
      { name: 'search_notes', arguments: { query: 'flour' } },
      (result) => result.structuredContent.results[0].slug === 'sourdough-starter',
    ],
    () => ['resources/list', {}, (result) => result.resources.length === 3],
    (modern) =>
      modern
        ? ['server/discover', {}, (result) => result.supportedVersions.length === 1]
        : ['ping', {}, (result) => Object.keys(result).length === 0],
  ];
  const expected = [];
  for (let i = 0; i < 500; ++i) {
    const modern = i % 3 !== 0;
    const [method, params, fits] = kinds[(i * 7) % kinds.length](modern);
    expected.push({ id: `mixed-${i}`, modern, fits });
    pipe.send({
      jsonrpc: '2.0',
      id: `mixed-${i}`,
      method,
      params: modern ? { ...params, _meta: modernMeta } : params,
    });
  }
  await pipe.next((message) => message.id === 'mixed-499', from);
  const answers = pipe.messages.slice(from);
  assert.deepEqual(
    answers.map((answer) => answer.id),
    expected.map((request) => request.id),
  );
  for (const [i, { modern, fits }] of expected.entries()) {
    const { result } = answers[i];
    assert.ok(fits(result), JSON.stringify(answers[i]));
    assert.equal(result.resultType, modern ? 'complete' : undefined);
  }
  assert.equal(await pipe.end(), 0);
});

test('both eras: subscribers of both hear of one change, each in its own form', async (t) => {
  const vault = temporaryVault(t, someNotes);
  const pipe = new Pipe(t, vault.args);
  await pipe.initialize('2025-11-25');
  await pipe.request('resources/subscribe', { uri: 'note:///pad-thai' });
  const listen = (id, notifications) => {
    pipe.send({
      jsonrpc: '2.0',
      id,
      method: 'subscriptions/listen',
      params: { _meta: modernMeta, notifications },
    });
    return pipe.next(
      (message) =>
        message.method === 'notifications/subscriptions/acknowledged' &&
        message.params._meta[subscriptionKey] === id,
    );
  };
  await listen('one', { resourceSubscriptions: ['note:///pad-thai'] });
  await listen(2, { resourcesListChanged: true });
  const from = pipe.messages.length;
  const told = () =>
    pipe.messages
      .slice(from)
      .map(({ method, params }) => [
        method?.replace('notifications/resources/', ''),
        params?._meta?.[subscriptionKey] ?? 'session',
        params?.uri ?? '',
      ])
      .sort((a, b) => String(a).localeCompare(String(b)));

  vault.write('pad-thai.md', 'Changed\n');
  await pipe.next((message) => message.params?._meta?.[subscriptionKey] === 'one', from);
  vault.write('new-note.md', 'New\n');
  await pipe.next((message) => message.params?._meta?.[subscriptionKey] === 2, from);
  // A request is answered after what was told before it.
  await pipe.request('ping');
  const messages = told().filter(([method]) => method);
  assert.deepEqual(messages, [
    ['list_changed', 2, ''],
    ['list_changed', 'session', ''],
    ['updated', 'one', 'note:///pad-thai'],
    ['updated', 'session', 'note:///pad-thai'],
  ]);
});

test('both eras: at end of input a subscription ends with its response, then cancelled', async (t) => {
  const pipe = new Pipe(t, temporaryVault(t, someNotes).args);
  pipe.send({
    jsonrpc: '2.0',
    id: 'listen:0',
    method: 'subscriptions/listen',
    params: { _meta: modernMeta, notifications: { resourcesListChanged: true } },
  });
  await pipe.next((message) => message.method === 'notifications/subscriptions/acknowledged');
  assert.equal(await pipe.end(), 0);
  const [, response, cancelled] = pipe.messages;
  assert.equal(response.id, 'listen:0');
  assert.equal(response.result.resultType, 'complete');
  assert.equal(response.result._meta[subscriptionKey], 'listen:0');
  assert.deepEqual(cancelled, {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 'listen:0' },
  });
  assert.equal(pipe.messages.length, 3);
});

test('both eras: nothing is written to stderr in ordinary use', async (t) => {
  const pipe = new Pipe(t, temporaryVault(t, someNotes).args);
  await pipe.initialize('2025-11-25');
  await pipe.request('prompts/list');
  await pipe.request('tools/call', { name: 'read_note', arguments: { slug: 'missing' } });
  await pipe.modern('tools/list');
  assert.equal(await pipe.end(), 0);
  assert.equal(pipe.stderr, '');
});

// The official conformance suite, over a small HTTP bridge since it speaks only HTTP.
//
// Applied are the scenarios that ask for what a server with tools, resources and completion does.
// Not applied, because they test
// - fixtures of a demonstration server (tools named test_*, resources test://..., prompts), which
//   no real server has: tools-call-*, resources-read-*, resources-templates-read, prompts-*,
//   json-schema-2020-12, elicitation-*, input-required-result-*, tasks-*, sep-2640-*;
// - what only HTTP has: server-sse-*, dns-rebinding-protection, http-*, server-session-lifecycle;
// - capabilities that we do not declare: logging-set-level.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { bridge } from './support/http_bridge.mjs';
import { someNotes, temporaryVault } from './support/vault.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const suite = path('./node_modules/.bin/conformance');
const hooks = new URL('./support/conformance/register.mjs', import.meta.url).href;

const scenarios = [
  ['server-initialize', '2025-11-25'],
  ['ping', '2025-11-25'],
  ['tools-list', '2025-06-18'],
  ['tools-list', '2025-11-25'],
  ['tools-list', '2026-07-28'],
  ['resources-list', '2025-11-25'],
  ['resources-list', '2026-07-28'],
  ['server-stateless', '2026-07-28'],
  ['sep-2164-resource-not-found', '2026-07-28'],
  ['caching', '2026-07-28'],
];

/** Checks within these scenarios that cannot apply, and why. */
const inapplicable = new Map([
  ['sep-2575-http-server-header-mismatch-400', 'HTTP headers'],
  ['sep-2575-server-rejects-undeclared-capability', 'wants the fixture test_missing_capability'],
  ['sep-2575-missing-capability-http-400', 'wants the fixture test_missing_capability'],
  ['sep-2575-http-server-no-independent-requests-on-stream', 'wants test_streaming_elicitation'],
  ['sep-2575-server-no-log-without-loglevel', 'wants the fixture test_logging_tool'],
  ['sep-2549-prompts-list-caching-hints', 'we have no prompts, and say so'],
]);

function checksUnder(folder) {
  const file = readdirSync(folder, { recursive: true }).find((name) => name.endsWith('checks.json'));
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

for (const [scenario, revision] of scenarios) {
  test(`conformance: ${scenario} in ${revision}`, async (t) => {
    const url = await bridge(t, temporaryVault(t, someNotes).args);
    const results = mkdtempSync(join(tmpdir(), 'notes-mcp-conformance-'));
    t.after(() => rmSync(results, { recursive: true, force: true }));
    const args = ['--import', hooks, suite, 'server', '--url', url, '--scenario', scenario];
    const output = await new Promise((resolve) => {
      execFile(
        process.execPath,
        [...args, '--spec-version', revision, '--output-dir', results],
        { cwd: results },
        (error, stdout, stderr) => resolve(stdout + stderr),
      );
    });
    const checks = checksUnder(results);
    const of = (status) => checks.filter((check) => check.status === status);
    assert.ok(of('SUCCESS').length > 0, output);
    assert.deepEqual(of('WARNING'), []);
    assert.deepEqual(
      of('FAILURE').filter((check) => !inapplicable.has(check.id)),
      [],
    );
  });
}

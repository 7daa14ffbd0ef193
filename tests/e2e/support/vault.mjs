// A temporary vault and the program under test.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of the built program, as ctest gives it. */
export const program = process.env.NOTES_MCP;
if (!program) throw new Error('NOTES_MCP must name the built program');

/** A folder of notes that lives as long as the test `t`; `files` maps names to texts. */
export function temporaryVault(t, files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-mcp-e2e-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const vault = {
    folder,
    args: ['--vault', folder],
    write: (name, text) => writeFileSync(join(folder, name), text),
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    remove: (name) => rmSync(join(folder, name)),
  };
  for (const [name, text] of Object.entries(files)) vault.write(name, text);
  return vault;
}

/** A handful of notes of different kinds. */
export const someNotes = {
  'pad-thai.md':
    '---\ntitle: Pad Thai\ntags: [recipes, thai]\ncreated: 2026-01-02T03:04:05Z\n---\n\nRice noodles and tamarind.\n',
  'sourdough-starter.md':
    '---\ntitle: "Sourdough: starter"\ntags:\n  - baking\n  - baking/bread\nrating: 5\n---\n\n# Feeding\n\nFlour and water.\n',
  'weekly-review.md': '# Weekly review\r\n\r\nLine two\r\n',
};

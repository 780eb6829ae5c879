import { healthProblem } from './scripted-health';
import type { ScriptedServer } from './scripted-server';

/** What only the check of the whole vault finds, of every severity, with fixes. */
export function fillHealth(server: ScriptedServer): void {
  server.health.problems = [
    healthProblem({
      path: '',
      code: 'scan-depth-zero',
      title: 'Nothing is searched',
      severity: 'error',
      line: 1,
      text: '',
      message: 'The scan depth is 0, so no message is searched for keys. Set it to 4, for example.',
      setting: 'scanDepth',
    }),
    healthProblem({
      path: 'Lore/Lantern Quay.md',
      code: 'key-swallowed',
      title: 'Key swallowed by another',
      severity: 'info',
      line: 4,
      text: 'the quay at night',
      message: 'The key "the quay at night" adds nothing: wherever it stands, the key "the quay" stands too.',
      fix: 'Remove the key',
    }),
    healthProblem({
      path: 'Lore/Lantern Quay.md',
      code: 'link-target-missing',
      title: 'Names no entry',
      line: 6,
      text: 'The Salt Tower',
      message: 'The property "requires" names "The Salt Tower", but no entry has this path, file name, alias or title.',
      fix: 'Remove the name',
    }),
    healthProblem({
      path: 'Lore/Lantern Quay.md',
      code: 'requires-cycle',
      title: 'Circle of requirements',
      line: 6,
      text: 'Lantern Quay → Maren Tull → Lantern Quay',
      message: 'These require each other and only go in together: Lantern Quay → Maren Tull → Lantern Quay.',
    }),
  ];
}

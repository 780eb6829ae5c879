import { z } from 'zod';
import type { Operation } from '../../edits/patch';
import { argumentsOf } from '../arguments/argument-schema';
import { quoted } from '../material';
import { lookUpEntry } from './entry-look-up';
import { makeProposal } from './make-proposal';
import { operationOf, patchStep, stepAliases } from './patch-steps';
import { counted } from './pieces';
import { librarianTool, refused } from './tool';

const MOST_STEPS = 30;

export const proposePatch = librarianTool({
  name: 'propose_patch',
  label: 'Propose a change',
  description:
    'Proposes changes to one entry, all of them or none; the user sees the difference and decides. Read the note with get_entry first.',
  proposes: true,
  takes: argumentsOf(
    {
      entry: z.string().min(1).max(1_000).describe('Title, alias, path or id of the entry.'),
      steps: z.array(patchStep).min(1).max(MOST_STEPS).describe('The changes, done in this order.'),
    },
    {
      ...stepAliases,
      entry: ['title', 'name', 'path', 'id', 'note', 'file', 'entry_id', 'entry_title'],
      steps: ['changes', 'operations', 'ops', 'edits', 'patch', 'patches'],
    },
  ),
  run: ({ entry: name, steps }, desk) => {
    const found = lookUpEntry(name, desk.lore);
    if (found.kind === 'none') return refused(found.sentence, `No entry "${quoted(name, 60)}"`);
    const { entry } = found;
    if (entry.card !== undefined)
      return refused('It stands in a character card, not in a note: propose a new entry instead.', 'Not a note');
    const operations: Operation[] = [];
    for (const [at, step] of steps.entries()) {
      const operation = operationOf(step);
      if ('sentence' in operation)
        return refused(`Nothing was proposed. Step ${String(at + 1)}: ${operation.sentence}`, operation.sentence);
      operations.push(operation);
    }
    const what = `${counted(operations.length, 'change', 'changes')} to “${quoted(entry.title, 80)}”`;
    return makeProposal({ kind: 'change', path: entry.path, operations }, what, desk);
  },
});

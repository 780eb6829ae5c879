import { z } from 'zod';
import { admissionReasons, refusalReasons } from '../../pipeline/reasons';
import type { Decision, Trace, TraceEntry } from '../../pipeline/trace';
import { argumentsOf } from '../arguments/argument-schema';
import { material, quoted } from '../material';
import { counted, lines } from './pieces';
import { librarianTool, refused, type ToolDesk } from './tool';

const MOST_REFUSED = 20;
const MOST_KEYS = 5;
const admissionWords: Readonly<Record<string, string>> = admissionReasons;
const refusalWords: Readonly<Record<string, string>> = refusalReasons;

export const explainGeneration = librarianTool({
  name: 'explain_generation',
  label: 'Explain a turn',
  description:
    'Which entries a turn of the story got and why, and which were refused. With an entry: every decision about it. Without an id: the last turn.',
  takes: argumentsOf(
    {
      generation: z.string().max(200).optional().describe('Id of the turn.'),
      entry: z.string().max(1_000).optional().describe('Title, path or id of an entry.'),
    },
    { generation: ['id', 'turn', 'generation_id'], entry: ['title', 'name', 'path', 'entry_id'] },
  ),
  run: ({ generation = '', entry = '' }, desk) => {
    const trace = traceOf(generation.trim(), desk);
    if (trace === undefined) return refused(NO_TURN, 'No turn to explain');
    const turn = `Turn ${String(trace.turn)} of the chat${trace.chatName === undefined ? '' : ` "${quoted(trace.chatName, 60)}"`}`;
    if (entry.trim() !== '') return aboutEntry(entry, trace, turn, desk);
    const { injected, tokens, budget } = trace.summary;
    const head = `${turn}: ${counted(injected, 'entry', 'entries')}, ${String(tokens)} tokens${budget === undefined ? '' : ` of ${String(budget)}`}.`;
    const warnings = trace.summary.warnings.map((warning) => quoted(warning, 300)).join(' ');
    return {
      text: lines(head, warnings, material('decisions of the turn', decisionLines(trace))),
      summary: `Looked at turn ${String(trace.turn)}`,
    };
  },
});

const NO_TURN = 'No turn of this chat is kept. It can be explained when one was played.';

function traceOf(id: string, { chat, turns }: ToolDesk): Trace | undefined {
  if (id !== '') return turns.trace(id);
  return turns.traces(chat, 1)[0] ?? turns.traces(undefined, 1)[0];
}

function decisionLines({ entries, decisions, leftOut = 0 }: Trace): string {
  const injected = entries.filter((one) => one.injected);
  const last = new Map(decisions.filter(({ verdict }) => verdict === 'refused').map((one) => [one.entry, one]));
  const out = entries.filter((one) => !one.injected && last.has(one.id));
  const hidden = Math.max(0, out.length - MOST_REFUSED) + leftOut;
  return lines(
    'Injected:',
    ...injected.map(
      (one) => `- "${quoted(one.title)}" (${String(one.tokens)} tokens): ${admissionWords[one.reason ?? ''] ?? ''}`,
    ),
    injected.length === 0 ? '- nothing' : '',
    'Refused:',
    ...out.slice(0, MOST_REFUSED).map((one) => `- "${quoted(one.title)}": ${saying(last.get(one.id))}`),
    out.length === 0 ? '- nothing' : '',
    hidden === 0 ? '' : `and ${String(hidden)} more. Ask with "entry" for one of them.`,
  );
}

function aboutEntry(name: string, trace: Trace, turn: string, { lore }: ToolDesk) {
  const ids = new Set(lore.find(name.trim()).map(({ id }) => id));
  const wanted = name.trim().toLowerCase();
  const isMeant = ({ id, title }: TraceEntry): boolean => ids.has(id) || title.toLowerCase() === wanted;
  const found = trace.entries.find(isMeant);
  if (found === undefined) {
    return ids.size === 0
      ? refused(`There is no entry "${quoted(name)}" in this turn or in the lore.`, `No entry "${quoted(name, 60)}"`)
      : {
          text: `${turn}: "${quoted(name)}" was no candidate: none of its keys stood in the scanned messages.`,
          summary: `“${quoted(name, 60)}” was no candidate`,
        };
  }
  const about = trace.decisions
    .filter(({ entry }) => entry === found.id)
    .map((one) => `- ${one.stage}: ${one.verdict}; ${saying(one)}`);
  const what = found.injected ? 'was injected' : 'was not injected';
  return {
    text: lines(`${turn}: "${quoted(found.title)}" ${what}.`, material('decisions about it', about.join('\n'))),
    summary: `“${quoted(found.title, 60)}” ${what}`,
  };
}

function saying(decision: Decision | undefined): string {
  if (decision === undefined) return '';
  const { verdict, reason, detail, matched } = decision;
  const keys = matched.map(({ key }) => `"${quoted(key, 60)}"`).slice(0, MOST_KEYS);
  const sentence = verdict === 'kept' ? admissionWords[reason] : refusalWords[reason];
  return [sentence ?? '', quoted(detail, 300), keys.length === 0 ? '' : `Keys: ${keys.join(', ')}`].join(' ').trim();
}

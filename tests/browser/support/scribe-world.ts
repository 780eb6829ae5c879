import { jobOf, summaryOf } from './scripted-scribe';
import type { ScriptedServer } from './scripted-server';

const long = 'Mara crossed the flats with the lantern out, and nobody on the sea wall saw her go. '.repeat(14);

/** Chats with summaries of every state, and jobs. */
export function fillScribe({ scribe }: ScriptedServer): void {
  scribe.chats = [
    { id: 'coast', name: 'Vesk – 2026-01-01@12h00m00s', hasSummaries: true },
    { id: 'keep', name: `The ${'very '.repeat(20)}long tale of the keep`, hasSummaries: false },
  ];
  scribe.jobs = [
    jobOf('coast', { state: 'running', done: 3, total: 5, focus: 'who knows of the letter' }),
    jobOf('keep', {
      id: 'job-2',
      state: 'failed',
      tries: 5,
      sentence:
        'The provider did not accept the key. Check the key of this connection, and whether it may use this model.',
    }),
  ];
  scribe.told = {
    coast: {
      items: [
        summaryOf(1),
        summaryOf(2, { state: 'stale', text: long }),
        summaryOf(3, { note: 'proposed', path: undefined, cut: true }),
        summaryOf(4, {
          path: undefined,
          note: 'none',
          inherited: true,
          problem: 'Tools may only change notes in folders with lore. Further folders can be named in the settings.',
        }),
        summaryOf(1, { level: 'chapter', from: 0, to: 79 }),
      ],
      untold: { messages: 7, replies: 3 },
    },
  };
}

import { gapOf } from './scripted-gaps';
import type { ScriptedServer } from './scripted-server';

/** Gaps of every kind and status, in two chats. */
export function fillGaps(server: ScriptedServer): void {
  const coast = { chat: 'coast', chatName: 'The salt coast' };
  server.gaps.gaps = [
    gapOf('Ossa Tidewarden', {
      ...coast,
      ...{ urgency: 'high', frequency: 14, otherTitles: ['Ossa', 'Captain Ossa'], origins: ['writer', 'scan'] },
      reason: 'She leads the divers and was promised the lighthouse; nothing of it is written down.',
      evidence: [
        { quote: 'Then Ossa came in from the rain and set the lantern down between them.', message: 42, name: 'Maren' },
        { quote: '“Captain Ossa never forgives a debt,” the ferryman said.', message: 37, name: 'Maren' },
      ],
    }),
    gapOf('Order of the Tide', { ...coast, urgency: 'medium', frequency: 9, status: 'drafted', proposal: 'p' }),
    gapOf('Lantern Quay', {
      ...{ kind: 'outdated', urgency: 'medium', frequency: 2, origins: ['writer'] },
      reason: 'The quay burned down in the last scene.',
      entry: { id: 'quay', title: 'Lantern Quay', path: 'Lore/Lantern Quay.md' },
    }),
    gapOf('history of the salt wars', {
      ...coast,
      origins: ['search'],
      frequency: 1,
      reason: 'The AI that writes searched for it and found nothing.',
    }),
    gapOf('Brakk', {
      ...coast,
      frequency: 4,
      evidence: [{ quote: 'I asked Brakk, and Brakk laughed.', message: 12, name: 'Maren' }],
    }),
    gapOf('Ilmar', { status: 'written', entry: { id: 'ilmar', title: 'Ilmar', path: 'Lore/Ilmar.md' } }),
    gapOf('Suddenly', { status: 'dismissed' }),
    gapOf('Velm', { status: 'hidden', chat: 'wood', chatName: 'In the wood' }),
  ];
}

/** Very many gaps, with titles and quotes that are too long for any line. */
export function fillManyGaps(server: ScriptedServer): void {
  const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
  server.gaps.gaps = Array.from({ length: 260 }, (_, at) =>
    gapOf(at === 0 ? `${long} of the ${long}` : `Name ${String(at)}`, {
      ...{
        id: `gap-${String(at)}`,
        frequency: 1_000 - at,
        urgency: at < 5 ? 'high' : 'low',
        chat: 'long',
        chatName: `${long} ${long}`,
      },
      reason: `${long} stands in every reply. `.repeat(4),
      evidence: Array.from({ length: 8 }, (_one, message) => ({
        quote: `${long} ${long} said nothing.`,
        message,
        name: long,
      })),
    }),
  );
}

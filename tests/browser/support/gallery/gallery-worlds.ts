import { fillAi, fillLongAi } from '../ai-world';
import { fillEdits } from '../edit-world';
import { fillGaps, fillManyGaps } from '../gap-world';
import { fillGrowth } from '../grow-world';
import { fillHealth } from '../health-world';
import { fillImports, fillLongImports } from '../import-world';
import { fillLibrarian, fillLongLibrarian } from '../librarian-world';
import { fillLongWorld } from '../long-world';
import { fillWorld } from '../sample-world';
import { fillLab } from '../scripted-lab';
import { fillScribe } from '../scribe-world';
import type { ScriptedServer } from '../scripted-server';
import { fillCounts, fillGraph } from '../use-graph-world';
import { fillFirstRun, fillLongSetup, fillSetup } from '../setup-world';
import { fillLongVaults, fillVaults } from '../vault-world';
import { fillLongWhy, fillWhy } from '../why-world';
import type { GalleryState } from './gallery-plan';

type Fill = (server: ScriptedServer) => void;

/** Each of these worlds has proposals of its own; a vault has all of them. */
function fillProposals(server: ScriptedServer): void {
  fillGrowth(server);
  const grown = server.edits.proposals;
  fillEdits(server);
  const ids = new Set(server.edits.proposals.map(({ id }) => id));
  server.edits.proposals = [...server.edits.proposals, ...grown.filter(({ id }) => !ids.has(id))];
}

function fillLore({ lab }: ScriptedServer): void {
  fillLab(lab);
}

/** A new panel puts its world in here. */
const fills: Readonly<Record<'sample' | 'long' | 'empty', readonly Fill[]>> = {
  sample: [
    ...[fillWorld, fillAi, fillWhy, fillImports, fillSetup, fillHealth],
    ...[fillProposals, fillLibrarian, fillGaps, fillScribe, fillCounts, fillGraph, fillLore, fillVaults],
  ],
  long: [
    ...[fillLongWorld, fillLongAi, fillLongWhy, fillLongImports, fillLongSetup],
    ...[fillProposals, fillLongLibrarian, fillManyGaps, fillScribe, fillCounts, fillGraph, fillLore, fillLongVaults],
  ],
  empty: [fillFirstRun],
};

/** Puts into a server what the panels show in a state, with everything of every panel at once. */
export function fillFor(state: GalleryState, server: ScriptedServer): void {
  const world = state === 'long' || state === 'empty' ? state : 'sample';
  for (const fill of fills[world]) fill(server);
}

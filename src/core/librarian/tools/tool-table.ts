import type { ModelTool } from '../../ai/language-model';
import { compareEntryToChat } from './compare-entry-to-chat';
import { explainGeneration } from './explain-generation';
import { findSimilar } from './find-similar';
import { flagGap } from './flag-gap';
import { getBacklinks } from './get-backlinks';
import { getEntry } from './get-entry';
import { getLinks } from './get-links';
import { getRecentChat } from './get-recent-chat';
import { getWritingGuide } from './get-writing-guide';
import { listEntries } from './list-entries';
import { listGaps } from './list-gaps';
import { proposeNewEntry } from './propose-new-entry';
import { proposePatch } from './propose-patch';
import { searchLore } from './search-lore';
import type { LibrarianTool } from './tool';

/** Everything that the Librarian can do. Nothing of it writes: it looks, notes gaps, and proposes. */
export const toolTable: readonly LibrarianTool[] = [
  searchLore,
  getEntry,
  findSimilar,
  listEntries,
  getLinks,
  getBacklinks,
  getRecentChat,
  listGaps,
  getWritingGuide,
  compareEntryToChat,
  proposeNewEntry,
  proposePatch,
  flagGap,
  explainGeneration,
];

/** The tools as a model is told of them. */
export const modelTools: readonly ModelTool[] = toolTable.map(({ name, description, input }) => ({
  name,
  description,
  input,
}));

/** The tool of a name, in any spelling: `searchLore` and `functions.search-lore` are `search_lore`. */
export function toolCalled(name: string): LibrarianTool | undefined {
  const plain = plainToolName(name);
  return toolTable.find((tool) => plainToolName(tool.name) === plain);
}

function plainToolName(name: string): string {
  return name
    .replace(/^.*[.:/]/, '')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
}

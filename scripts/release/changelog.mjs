/** CHANGELOG.md in the form of Keep a Changelog: `## [Unreleased]`, then `## [0.2.0] - 2026-12-01`, newest first. */

const heading = /^## \[(?<name>[^\]]+)\](?: - (?<date>\d{4}-\d{2}-\d{2}))?[ \t]*$/gm;

/** The sections in their order: name, date if it has one, where they begin and end, and their text without the heading. */
export function sectionsOf(text) {
  const heads = [...text.matchAll(heading)];
  return heads.map((head, at) => {
    const start = head.index;
    const end = heads[at + 1]?.index ?? text.length;
    const body = text.slice(start + head[0].length, end).trim();
    return { name: head.groups.name, date: head.groups.date, start, end, body };
  });
}

/** What a version brings, in the words of its section; undefined without one. */
export const notesOf = (text, version) => sectionsOf(text).find(({ name }) => name === version)?.body;

/**
 * The changelog in which a version is out: its own undated section gets the date; without one, what is unreleased
 * becomes it. Undefined when there is nothing to tell.
 */
export function releasedChangelog(text, version, date) {
  const sections = sectionsOf(text);
  const own = sections.find(({ name }) => name === version);
  const source = own ?? sections.find(({ name }) => name === 'Unreleased');
  if (source === undefined || !/^\s*[-*] \S/m.test(source.body)) return undefined;
  if (own?.date !== undefined) return text;
  const fresh = own === undefined ? '## [Unreleased]\n\n' : '';
  const section = `${fresh}## [${version}] - ${date}\n\n${source.body}\n`;
  const rest = text.slice(source.end);
  return `${text.slice(0, source.start)}${section}${rest === '' ? '' : `\n${rest}`}`;
}

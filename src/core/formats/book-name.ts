/** What a book is called of which nothing else tells the name: its file without the ending. */
export function bookNameOf(fileName: string): string {
  const name = fileName.replace(/^.*[\\/]/s, '');
  return name.replace(/\.[a-z0-9]{1,10}$/i, '').trim() || name.trim() || 'Lorebook';
}

/** The token of a fragment like `#token=…`; undefined when there is none. */
export function tokenOfFragment(fragment: string): string | undefined {
  const token = new URLSearchParams(fragment.replace(/^#/, '')).get('token')?.trim();
  return token === '' ? undefined : token;
}

/** Versions as Obsidian takes them: three numbers, nothing before or after. */

const shape = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** Whether a text is a version such as `0.2.0`. */
export const isVersion = (text) => shape.test(text);

/** Below zero when `a` is the older version, zero when both are the same. */
export function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  return left.map((part, at) => part - right[at]).find((difference) => difference !== 0) ?? 0;
}

import type { Clock } from '../../core/ports/clock';

/**
 * How long a provider asks to wait, in milliseconds, ≥ 0: `retry-after-ms`, `retry-after` as seconds or as a date
 * (RFC 9110, 10.2.3), or Google's `retryDelay` in the body. Undefined when it does not say.
 */
export function readRetryAfter(headers: Headers, body: string, clock: Clock): number | undefined {
  const wait =
    number(headers.get('retry-after-ms'), 1) ??
    number(headers.get('retry-after'), 1_000) ??
    untilDate(headers.get('retry-after'), clock) ??
    number(/"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1], 1_000);
  return wait === undefined ? undefined : Math.max(0, Math.round(wait));
}

function number(text: string | null | undefined, unit: number): number | undefined {
  const trimmed = text?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) * unit : undefined;
}

function untilDate(text: string | null, clock: Clock): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time - clock.now();
}

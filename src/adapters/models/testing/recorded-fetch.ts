import { readFileSync } from 'node:fs';
import type { ModelFetch } from '../model-fetch';
import type { ModelParts } from '../model-parts';

/** One request that was sent. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a fetch answers: a text with 200, or more. */
export interface GivenAnswer {
  readonly body: string;
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file of shapes recorded from the documented wire formats. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
}

/** The same, parsed. */
export function fixtureValue(name: string): unknown {
  const value: unknown = JSON.parse(fixture(name));
  return value;
}

/** What a model is made with, when each request gets the same answer; and what was sent. */
export function recordedParts(answer: GivenAnswer, key?: string): { sent: SentRequest[]; parts: ModelParts } {
  const sent: SentRequest[] = [];
  const fetch: ModelFetch = (url, { method, headers, body = 'null' }) => {
    sent.push({ url, method, headers, body: JSON.parse(body) as unknown });
    const type = answer.type ?? 'application/json';
    return Promise.resolve(
      new Response(answer.body, { status: answer.status ?? 200, headers: { 'content-type': type, ...answer.headers } }),
    );
  };
  return { sent, parts: { fetch, clock: { now: () => Date.UTC(2024, 0) }, ...(key === undefined ? {} : { key }) } };
}

const FORCED = /"tool_choice"\s*:\s*\{\s*"type"\s*:\s*"(any|tool)"/;

/**
 * A request to Anthropic in which no tool is forced. The package forces one for a schema that the model does not take by
 * itself, and a model that thinks answers that with 400; many think without being told to. A text instead of the call is
 * taken as well.
 */
export function withFreeToolChoice(body: string): string {
  if (!FORCED.test(body)) return body;
  const request: unknown = JSON.parse(body);
  if (typeof request !== 'object' || request === null || !('tool_choice' in request)) return body;
  return JSON.stringify({ ...request, tool_choice: { type: 'auto', disable_parallel_tool_use: true } });
}

import type { TavernTool } from '../tools/tavern-tools';

/** A call of a tool as a model sends it. */
export interface ScriptedCall {
  readonly name: string;
  readonly parameters: unknown;
}

/** The function tools of a page, called as SillyTavern 1.19 calls them. */
export class FakeTools {
  readonly registered = new Map<string, TavernTool>();
  isSupported = true;
  /** How often a tool was made known. */
  registrations = 0;

  readonly register = (tool: TavernTool): void => {
    this.registrations += 1;
    this.registered.set(tool.name, tool);
  };

  readonly unregister = (name: string): void => {
    this.registered.delete(name);
  };

  /** What the model is offered in a request. */
  get offered(): readonly string[] {
    return [...this.registered.values()].filter((tool) => tool.shouldRegister()).map(({ name }) => name);
  }

  /** Calls tools in turn. Whether one is stealthy is looked up right before its call. */
  async invoke(calls: readonly ScriptedCall[]) {
    const invocations: { name: string; result: string }[] = [];
    let isStealthy = false;
    for (const { name, parameters } of calls) {
      const tool = this.registered.get(name);
      const { stealth = false } = tool ?? {};
      const result = (await tool?.action(parameters)) ?? `No tool ${name}.`;
      if (stealth) isStealthy = true;
      else invocations.push({ name, result });
    }
    return { invocations, isStealthy };
  }
}

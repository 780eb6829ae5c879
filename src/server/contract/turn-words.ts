/** The tables that a trace speaks in, and how two are compared, for those who show them. */
export { compareTurns, type EntryChange } from '../../core/pipeline/compare-turns';
export { admissionReasons, refusalReasons } from '../../core/pipeline/reasons';
export { stageNames, type StageName } from '../../core/pipeline/trace';

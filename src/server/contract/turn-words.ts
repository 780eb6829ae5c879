/** The tables that a trace speaks in, for those who show it. */
export { admissionReasons, refusalReasons } from '../../core/pipeline/reasons';
export { stageNames, type StageName } from '../../core/pipeline/trace';

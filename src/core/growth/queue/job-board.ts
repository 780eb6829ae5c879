import { PlacedDocuments, type DocumentPorts } from '../../documents/placed-documents';
import { storedDocuments } from '../../documents/stored-documents';
import { isUnfinished, readJob, type Job } from '../job';

/** Jobs that are kept, and the characters of all of them together. */
const MOST_JOBS = 40;
const MOST_CHARACTERS = 10_000_000;

/** All jobs, in memory and, a little later, in documents of their own. */
export class JobBoard {
  readonly #documents: PlacedDocuments<Job>;
  readonly #jobs = new Map<string, Job>();
  #loading: Promise<void> | undefined;

  constructor(
    ports: DocumentPorts,
    private readonly changed: (job: string) => void,
  ) {
    this.#documents = new PlacedDocuments(
      {
        document: storedDocuments.growthJobs,
        most: MOST_JOBS,
        heaviest: MOST_CHARACTERS,
        weigh: (job) => JSON.stringify(job).length,
        read: readJob,
      },
      ports,
    );
  }

  /** Reads what is stored. What ran when the program ended waits for the user's word, or, if nobody asked for it, for its turn. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Errors: `ReadOnlyDocument` where jobs are read and never stored. */
  requireWritable(): Promise<void> {
    return this.#documents.requireWritable();
  }

  /** Whether jobs are read and never stored. Known once they were loaded. */
  get isReadOnly(): boolean {
    return this.#documents.isReadOnly;
  }

  /** Newest first. */
  list(): readonly Job[] {
    return [...this.#jobs.values()].reverse().sort((a, b) => b.at - a.at);
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  put(job: Job): void {
    this.#jobs.set(job.id, job);
    this.#dropOld();
    this.#documents.put(job.id, job);
    this.changed(job.id);
  }

  remove(id: string): void {
    this.#jobs.delete(id);
    this.#documents.forget(id);
    this.changed(id);
  }

  /** Stores what is not stored yet. */
  flush(): Promise<void> {
    return this.#documents.flush();
  }

  async #load(): Promise<void> {
    await this.#documents.load();
    for (const id of this.#documents.keys) {
      const job = await this.#documents.get(id);
      if (job !== undefined && !this.#jobs.has(id)) this.#jobs.set(id, afterRestart(job));
    }
  }

  /** The oldest finished ones go first; one that is not finished never does. */
  #dropOld(): void {
    const finished = this.list().filter((job) => !isUnfinished(job));
    const tooMany = this.#jobs.size - MOST_JOBS;
    for (const { id } of finished.slice(Math.max(0, finished.length - Math.max(0, tooMany)))) {
      this.#jobs.delete(id);
      this.#documents.forget(id);
    }
  }
}

function afterRestart(job: Job): Job {
  if (job.state !== 'running' && job.state !== 'waiting') return job;
  if (job.isAutomatic) return { ...job, state: 'waiting' };
  return { ...job, state: 'paused', sentence: 'The program was closed meanwhile. Nothing that was done is lost.' };
}

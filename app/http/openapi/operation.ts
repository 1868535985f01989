import type { GenericSchema } from "valibot";

/** One method of one address, as it is described. */
export interface Operation {
  summary: string;
  /** Whose call it is: an admin's needs the session, a review's that or the key of a daily mail. */
  access: "everyone" | "admin" | "review";
  /** Parameters of the address's query, with what they mean. */
  query?: Record<string, { schema: GenericSchema; description: string }>;
  /** Headers that it needs. */
  headers?: Record<string, { schema: GenericSchema; description: string }>;
  /** With If-Match it changes only what nobody else has changed meanwhile. */
  takesVersion?: true;
  /** In JSON, a form, or bytes of this content type. */
  body?: { json: GenericSchema } | FormBody | { bytes: string };
  /** Answers that are no refusal, by status; every refusal looks alike. */
  answers: Record<number, Answer>;
}

/** A form: its text fields, where it has any, and files. */
export interface FormBody {
  form?: GenericSchema;
  files: { field: string; min: 0 | 1; max: number };
}

export interface Answer {
  description: string;
  /** Absent where the answer has no body, or none in JSON. */
  json?: GenericSchema;
  /** What a body that is not JSON may be. */
  types?: string[];
}

/** Operations by method and address, as the route table has it. */
export type Operations = Record<string, Operation>;

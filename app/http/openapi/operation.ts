import type { GenericSchema } from "valibot";

/** One method of one address, as it is described. */
export interface Operation {
  summary: string;
  /** Whose call it is: an admin's needs the session. */
  access: "everyone" | "admin";
  /** Parameters of the address's query, with what they mean. */
  query?: Record<string, { schema: GenericSchema; description: string }>;
  /** What is sent: JSON, or a form with files under the field of that name. */
  body?: { json: GenericSchema } | { form: GenericSchema; files?: string };
  /** Answers that are no refusal, by status; every refusal looks alike. */
  answers: Record<number, Answer>;
}

export interface Answer {
  description: string;
  /** Absent where the answer has no body, or none in JSON. */
  json?: GenericSchema;
  /** Of a body that is not JSON. */
  type?: string;
}

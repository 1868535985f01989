import type { GenericSchema, InferOutput } from "valibot";
import type { calls } from "#app/api/calls.ts";

/** What the answer to a request is, as the call of the API that it is for is declared. */

type Calls = typeof calls;

/** Whether an address is one of a call: `/api/users/7` is one of `/api/users/:raKey`. */
type Fits<Address, Path> = Address extends `${infer Part}/${infer More}`
  ? Path extends `${infer Declared}/${infer Others}`
    ? FitsPart<Part, Declared> extends true
      ? Fits<More, Others>
      : false
    : false
  : Path extends `${string}/${string}`
    ? false
    : FitsPart<Address, Path>;
type FitsPart<Part, Declared> = Declared extends `:${string}`
  ? true
  : Part extends Declared
    ? true
    : false;

type WithoutQuery<Request> = Request extends `${infer Address}?${string}`
  ? Address
  : Request;
type NameOf<Address> = {
  [N in keyof Calls]: Fits<Address, N> extends true ? N : never;
}[keyof Calls];

type Given<Gives> = Gives extends
  | { pageOf: infer Item extends GenericSchema }
  | { listOf: infer Item extends GenericSchema }
  ? InferOutput<Item>[]
  : Gives extends { created: infer Thing extends GenericSchema }
    ? InferOutput<Thing>
    : Gives extends { started: string }
      ? { message: string; job_id: string }
      : Gives extends { shown: true }
        ? { show: boolean }
        : Gives extends GenericSchema
          ? InferOutput<Gives>
          : unknown;
type GivenBy<N extends keyof Calls> = Calls[N] extends {
  gives?: infer Gives;
}
  ? Given<Gives>
  : unknown;

/** `PUT /api/users/7` has the answer of `PUT /api/users/:raKey`. */
export type AnswerTo<Request> = [NameOf<WithoutQuery<Request>>] extends [never]
  ? unknown
  : GivenBy<NameOf<WithoutQuery<Request>>>;

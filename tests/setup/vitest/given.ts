import type { calls } from "#app/api/calls.ts";
import type { JsonOf } from "#app/http/calls/call.ts";

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

type GivenBy<N extends keyof Calls> = Calls[N] extends {
  gives?: infer Gives;
}
  ? [JsonOf<Gives>] extends [undefined]
    ? unknown
    : JsonOf<Gives>
  : unknown;

/** `PUT /api/users/7` has the answer of `PUT /api/users/:raKey`. */
export type AnswerTo<Request> = [NameOf<WithoutQuery<Request>>] extends [never]
  ? unknown
  : GivenBy<NameOf<WithoutQuery<Request>>>;

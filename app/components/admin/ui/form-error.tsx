import type { Save } from "#app/components/admin/data/use-save.ts";
import { Failure } from "#app/components/fields/failure.tsx";

/** Why a form could not be saved, unless a field or the notice of a stale save already says so. */
export const FormError = ({
  save: { failure, hasWrongFields, isStale },
}: {
  save: Save;
}) => (
  <Failure className="field--full">
    {!hasWrongFields && !isStale && failure}
  </Failure>
);

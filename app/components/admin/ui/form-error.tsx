import type { Save } from "#app/components/admin/data/use-save.ts";

/** Why a form could not be saved, unless a field or the notice of a stale save already says so. */
export const FormError = ({
  save: { failure, hasWrongFields, isStale },
}: {
  save: Save;
}) =>
  failure && !hasWrongFields && !isStale ? (
    <p className="field--full field-error" role="alert">
      {failure}
    </p>
  ) : null;

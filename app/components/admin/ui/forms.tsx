import {
  Fragment,
  useCallback,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
} from "react";
import { NEW_PASSWORD_HINT } from "#domain/account/schemas.ts";
import { useKeptFocus } from "#app/components/admin/data/use-kept-focus.ts";
import type { Save } from "#app/components/admin/data/use-save.ts";
import { Failure, Field, FormContext } from "#app/components/fields/field.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";

export const submits =
  (send: (fields: FormData, form: HTMLFormElement) => unknown) =>
  (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(new FormData(event.currentTarget), event.currentTarget);
  };

export const readTexts = <Name extends string>(
  fields: FormData,
  ...names: Name[]
) =>
  Object.fromEntries(
    names.map((name) => [name, String(fields.get(name) ?? "")]),
  ) as Record<Name, string>;

export interface EditFormProps {
  save: Save;
  /** The noun for the edited thing in the notice of a stale save. */
  what: string;
  values?: object;
  /** With `force` it overwrites a newer version that someone else has saved. */
  onSubmit: (fields: FormData, force: boolean) => unknown;
  /** Absent for something new. */
  onSeeTheirs?: () => unknown;
  /** Another one renders the form again, for example with the values that were saved. The focus stays in it. */
  round?: string | number;
  children: Elements;
}

/** A ref that stays the same, so that what has it takes the focus once, and is scrolled to. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

export function EditForm({
  save,
  what,
  values = {},
  onSubmit,
  onSeeTheirs,
  round,
  id,
  className = "",
  bar,
  children,
}: EditFormProps & {
  id?: string;
  className?: string;
  bar?: Elements;
}) {
  const { form, getForm, wrong } = save;
  return (
    <div {...useKeptFocus<HTMLDivElement>()}>
      <form
        key={round}
        ref={form}
        id={id}
        className={`admin-form ${className}`}
        noValidate
        onSubmit={submits((fields) => onSubmit(fields, false))}
      >
        {/* What was typed is kept until one of the two ways out is chosen. */}
        {onSeeTheirs && save.isStale && (
          <div
            ref={takeFocus}
            className="notice wrap"
            role="alert"
            tabIndex={-1}
          >
            <p>{`This ${what} was changed by someone else meanwhile.`}</p>
            <Button
              look="mini"
              onClick={() => save.mayClose() && onSeeTheirs()}
            >
              Show me how it is now
            </Button>
            <Button
              look="mini"
              onClick={() => onSubmit(new FormData(getForm()), true)}
            >
              Save mine anyway
            </Button>
          </div>
        )}
        <FormContext.Provider
          value={{ values: values as Record<string, unknown>, wrong }}
        >
          {children}
        </FormContext.Provider>
        <FormError save={save} />
        {bar}
      </form>
    </div>
  );
}

/** The reason that a form could not be saved, unless a field or the notice of a stale save already gives it. */
const FormError = ({
  save: { failure, hasWrongFields, isStale },
}: {
  save: Save;
}) => <Failure>{!hasWrongFields && !isStale && failure}</Failure>;

interface RowDialogProps
  extends
    EditFormProps,
    Pick<ComponentProps<typeof Dialog>, "title" | "size" | "locked"> {
  onClose: () => void;
  submit?: string;
  disabled?: boolean;
  buttons?: Elements;
  below?: Elements;
}

/** A dialog with a row's fields. It asks before it throws changes away. */
export function RowDialog({
  title,
  size,
  onClose,
  locked = false,
  submit = "Save",
  disabled,
  buttons,
  below,
  ...form
}: RowDialogProps) {
  const { isBusy, mayClose } = form.save;
  const id = useId();
  const bar = (
    <footer className="admin-bar wrap">
      {buttons}
      <Button
        look="quiet"
        onClick={() => mayClose() && onClose()}
        disabled={isBusy || locked}
      >
        Cancel
      </Button>
      <Button type="submit" busy={isBusy} form={id} disabled={disabled}>
        {submit}
      </Button>
    </footer>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      locked={isBusy || locked}
      mayClose={mayClose}
      title={title}
      size={size}
    >
      <EditForm {...form} id={id} bar={!below && bar} />
      {below}
      {below && bar}
    </Dialog>
  );
}

export function useOpener<T>() {
  const handle = useRef<(what: T) => void>(null);
  const open = useCallback((what: T) => handle.current?.(what), []);
  return { handle, open };
}

/** Opens a dialog without rendering the list again. Opened again, with the row as it is now, it begins anew. */
export function Opened<T>({
  by: { handle },
  first,
  onClose,
  children,
}: {
  by: ReturnType<typeof useOpener<T>>;
  first?: NoInfer<T>;
  onClose?: (what: NoInfer<T>) => unknown;
  children: (what: T, close: () => void) => Elements;
}) {
  const [{ what, round }, set] = useState({ what: first, round: 0 });
  const put = (what: T | undefined) =>
    set(({ round }) => ({ what, round: round + 1 }));
  useImperativeHandle(handle, () => put, []);
  if (what === undefined) return null;
  const close = () => {
    put(undefined);
    onClose?.(what);
  };
  return <Fragment key={round}>{children(what, close)}</Fragment>;
}

/** Asks for a password that its owner has thought of just now. */
export function NewPasswordField({ label }: { label: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Field
        label={label}
        hint={NEW_PASSWORD_HINT}
        name="password"
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1000}
        required
      />
      <label className="check row">
        <input
          type="checkbox"
          checked={isShown}
          onChange={({ currentTarget }) => setShown(currentTarget.checked)}
        />
        Show it
      </label>
    </>
  );
}

export const CodeField = () => (
  <Field
    label="Code from your app, or a recovery code"
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={64}
    required
  />
);

import {
  EditForm,
  type EditFormProps,
} from "#app/components/admin/ui/edit-form.tsx";
import { Button } from "#app/components/ui/button.tsx";

/** The form of a section with texts. */
export const TextsForm = (props: Omit<EditFormProps, "what" | "narrow">) => (
  <EditForm
    {...props}
    what="text"
    className="admin-form--narrow"
    bar={
      <footer className="admin-bar">
        <Button type="submit" busy={props.save.isBusy}>
          Save
        </Button>
      </footer>
    }
  />
);

/** What a form holds in a text's field, with line ends of one character, as it was shown and counted. A form sends them as two. */
export const textIn = (fields: FormData, name: string) =>
  String(fields.get(name)).replaceAll("\r\n", "\n");

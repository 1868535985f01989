import { countOf } from "#core/words.ts";
import { useEffect, useState, type ChangeEvent } from "react";
import { submits } from "#app/components/admin/ui/forms.tsx";
import { Part } from "#app/components/admin/ui/screen.tsx";
import { Field } from "#app/components/fields/field.tsx";
import { printSheet } from "./print-window.ts";

/** CSS pixels. */
const PAGE = { width: 768, height: 1056, padding: 20 };
const IMAGE_PADDING = 10;
const SIZE = 100;

interface Chosen {
  name: string;
  url: string;
  width: number;
  height: number;
}

const SIDES = [
  ["width", "Width"],
  ["height", "Height"],
] as const;

interface Sides {
  width?: string;
  height?: string;
}

export function ImageCopiesBox() {
  const [image, setImage] = useState<Chosen>();
  const [failure, setFailure] = useState<string>();
  const [entered, setEntered] = useState<Sides>({});
  const url = image?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);

  const sides = fillSides(entered, image);
  const size = {
    width: readPixels(sides.width),
    height: readPixels(sides.height),
  };
  const columns = countThatFit(PAGE.width, size.width);
  const copies = columns * countThatFit(PAGE.height, size.height);

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    setImage(undefined);
    setFailure(undefined);
    if (!file) return;
    const url = URL.createObjectURL(file);
    const picture = new Image();
    picture.src = url;
    try {
      await picture.decode();
      const { naturalWidth: width, naturalHeight: height } = picture;
      setImage({ name: file.name, url, width, height });
    } catch {
      URL.revokeObjectURL(url);
      setFailure(`${file.name} can't be shown by this browser.`);
    }
  }

  async function print() {
    if (!image || copies === 0) return;
    setFailure(undefined);
    const isMade = await printSheet(() => ({
      title: `${copies} × ${image.name}`,
      css: pageCss(columns, {
        ...size,
        // Two sides that were entered may change the proportions.
        fit: entered.width && entered.height ? "fill" : "contain",
      }),
      pages: (
        <section className="page">
          {Array.from({ length: copies }, (_, copy) => (
            <img key={copy} src={image.url} alt={image.name} />
          ))}
        </section>
      ),
    }));
    if (!isMade) setFailure("The page could not be made.");
  }

  return (
    <Part id="multi-images" title="Print Multi Images">
      <form className="admin-form" onSubmit={submits(print)}>
        <Field
          label="Image"
          type="file"
          accept="image/*"
          onChange={(event) => void choose(event)}
          error={failure}
        />
        {SIDES.map(([side, label]) => (
          <Field
            key={side}
            label={label}
            type="number"
            min={1}
            required
            value={sides[side]}
            onChange={({ currentTarget }) =>
              setEntered({ ...entered, [side]: currentTarget.value })
            }
          />
        ))}
        <button className="btn btn--quiet" disabled={!image || copies === 0}>
          Print Preview
        </button>
      </form>
      <div className="job-status breaks" role="status">
        {image && (
          <>
            <p>{image.name}</p>
            <p>{`Original: ${image.width} × ${image.height}`}</p>
          </>
        )}
        <p>
          {copies === 0
            ? "No copy of that size fits on the page."
            : `${countOf(copies, "copy", "copies")} on a page`}
        </p>
      </div>
    </Part>
  );
}

/** A side that was not entered follows from the other one, so that the image keeps its proportions. */
function fillSides({ width, height }: Sides, image: Chosen | undefined) {
  const follow = (entered: string | undefined, ratio: number) =>
    entered ? String(Math.round(readPixels(entered) * ratio)) : String(SIZE);
  const ratio = image ? image.width / image.height : 1;
  return {
    width: width ?? follow(image && height, ratio),
    height: height ?? follow(image && width, 1 / ratio),
  };
}

const readPixels = (text: string) =>
  /^\d{1,5}$/.test(text) ? Number(text) : 0;

const countThatFit = (page: number, image: number) =>
  image > 0
    ? Math.floor((page - 2 * PAGE.padding) / (image + 2 * IMAGE_PADDING))
    : 0;

const pageCss = (
  columns: number,
  { width, height, fit }: { width: number; height: number; fit: string },
) => `
  @page { margin: 0; }
  .page {
    display: grid;
    grid-template-columns: repeat(${columns}, ${width + 2 * IMAGE_PADDING}px);
    align-content: start;
    width: ${PAGE.width}px;
    height: ${PAGE.height}px;
    padding: ${PAGE.padding}px;
    overflow: hidden;
  }
  .page img {
    display: block;
    box-sizing: content-box;
    width: ${width}px;
    height: ${height}px;
    object-fit: ${fit};
    padding: ${IMAGE_PADDING}px;
  }
`;

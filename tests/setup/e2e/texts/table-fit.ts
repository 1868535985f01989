/**
 * Lists, for `page.evaluate`, what is wrong with the places of the tables: one is wider than the window or scrolls by
 * itself, a value runs out of its cell or is not shown, a button is out of reach.
 */
export const listMisfits = () => {
  const within = ({ left, right }: DOMRect) =>
    left >= 0 && right <= window.innerWidth + 0.5;
  return [...document.querySelectorAll(".admin-table table")].flatMap(
    (table) => {
      const misfits: string[] = [];
      if (!within(table.getBoundingClientRect())) misfits.push("is too wide");
      for (
        let box: Element | null = table;
        box && !box.matches("html, .dialog-body");
        box = box.parentElement
      )
        if (/auto|scroll/.test(getComputedStyle(box).overflow))
          misfits.push(`scrolls in ${box.className}`);
      for (const cell of table.querySelectorAll("td")) {
        const text = cell.textContent!.slice(0, 40);
        if (text && !cell.checkVisibility()) misfits.push(`hides ${text}`);
        if (cell.scrollWidth > cell.clientWidth + 1)
          misfits.push(`is too narrow for ${text}`);
        for (const button of cell.querySelectorAll("button"))
          if (!within(button.getBoundingClientRect()))
            misfits.push(`has ${button.textContent} out of reach`);
      }
      return misfits;
    },
  );
};

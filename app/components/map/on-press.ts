/** Returns a marker's event handlers, so that pointer, Enter and Space press it. */
export const onPress = (act: () => void, byKey = act) => ({
  click: act,
  keydown: ({ originalEvent }: { originalEvent: KeyboardEvent }) => {
    if (![" ", "Enter"].includes(originalEvent.key)) return;
    originalEvent.preventDefault();
    byKey();
  },
});

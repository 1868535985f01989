/** What a marker's handlers are, so that it is pressed by pointer, Enter and Space. */
export const onPress = (act: () => void, byKey = act) => ({
  click: act,
  keydown: ({ originalEvent }: { originalEvent: KeyboardEvent }) => {
    if (![" ", "Enter"].includes(originalEvent.key)) return;
    originalEvent.preventDefault();
    byKey();
  },
});

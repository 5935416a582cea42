/**
 * Whether a key press belongs to an input method (Japanese, Chinese, Korean) that still composes a word. Safari's last
 * Enter says so by its key code alone.
 */
export const isComposing = ({ isComposing: composes, keyCode }: KeyboardEvent): boolean =>
  composes || keyCode === 229

/** Ctrl or Cmd with Enter, which sends what is in a field of several lines. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event)

/**
 * Enter that sends what is in a field of a thread. Shift with it breaks the line, and so does Enter on a touch keyboard,
 * which has no Shift that can be held.
 */
export const isSendEnter = (event: KeyboardEvent): boolean =>
  isSendKey(event) ||
  (event.key === 'Enter' && !event.shiftKey && !isComposing(event) && !matchMedia('(hover: none)').matches)

/**
 * Replaces a part of a text area's content as if it were typed: `onChange` runs, Undo takes it back, and the
 * caret stands after it. Does nothing where it would be too long; returns whether it fitted.
 */
export function insertText(area: HTMLTextAreaElement, start: number, end: number, text: string): boolean {
  const length = area.value.length - (end - start) + text.length
  if (area.readOnly || (area.maxLength >= 0 && length > area.maxLength)) return false
  area.focus()
  area.setSelectionRange(start, end)
  // The only call that Undo knows of. Browsers keep it for that, though it counts as old.
  const isTyped = document.execCommand('insertText', false, text)
  if (isTyped) return true
  area.setRangeText(text, start, end, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  return true
}

/** What decides how jsdom's style sheet displays an element, besides its name. */
const ATTRIBUTES = ['hidden', 'open', 'popover', 'type']
const displays = new Map<string, string>()
const ofJsdom = window.getComputedStyle

/** There is no other style sheet: elements of one kind are displayed alike. */
function displayOf(element: Element): string {
  const own = (element as HTMLElement).style.display
  if (own) return own
  const kind = [element.localName, ...ATTRIBUTES.map((name) => element.getAttribute(name))].join()
  const display = displays.get(kind) ?? ofJsdom(element).display
  displays.set(kind, display)
  return display
}

function visibilityOf(element: Element | null): string {
  for (let one = element; one; one = one.parentElement) {
    const own = (one as HTMLElement).style.visibility
    if (own) return own
  }
  return 'visible'
}

/**
 * A query by role asks for the style of each element of the page, and jsdom compares each with all rules of its style
 * sheet. What such queries ask is answered without it.
 */
export function answerQueriesFast(): void {
  window.getComputedStyle = (element) => {
    const answers: Record<PropertyKey, unknown> = {
      getPropertyValue: (name: string) =>
        name === 'display'
          ? displayOf(element)
          : name === 'visibility'
            ? visibilityOf(element)
            : ofJsdom(element).getPropertyValue(name),
      get display() {
        return displayOf(element)
      },
      get visibility() {
        return visibilityOf(element)
      },
    }
    const get = (_: CSSStyleDeclaration, name: PropertyKey): unknown =>
      name in answers ? answers[name] : Reflect.get(ofJsdom(element), name)
    return new Proxy<CSSStyleDeclaration>({} as CSSStyleDeclaration, { get })
  }
}

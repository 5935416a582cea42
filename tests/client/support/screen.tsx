import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { onTestFinished } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { NoObserver } from '#tests/support/no-observer.ts'

// Nothing is ever on screen.
Object.assign(globalThis, { IntersectionObserver: NoObserver, ResizeObserver: NoObserver })

/** Renders something as a page does; it is removed after the test. */
export async function draw(content: ReactNode): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(<MemoryRouter>{content}</MemoryRouter>)
  await eventually(() => {
    if (place.childElementCount === 0) throw new Error('nothing is drawn yet')
  })
  return place
}

export function find<E extends HTMLElement = HTMLElement>(within: ParentNode, selector: string): E {
  const element = within.querySelector<E>(selector)
  if (!element) throw new Error(`there is no ${selector}`)
  return element
}

/** Types into a field as a person does, with React's events. */
export function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

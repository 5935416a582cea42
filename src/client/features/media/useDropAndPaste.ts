import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Files dropped on an area or pasted into it. The area has `data-dropping` while files are dragged over it.
 */
export function useDropAndPaste(
  area: RefObject<HTMLElement | null>,
  disabled: boolean,
  onFiles: (files: readonly File[]) => void,
): void {
  const accept = useEffectEvent((files: FileList | undefined, event: Event) => {
    if (disabled || !files || files.length === 0) return
    event.preventDefault()
    onFiles([...files])
  })
  useEffect(() => {
    const element = area.current
    if (!element) return undefined
    const controller = new AbortController()
    const mark = (on: boolean) => element.toggleAttribute('data-dropping', on)
    const listen = <K extends keyof HTMLElementEventMap>(
      name: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(name, listener, { signal: controller.signal })
    listen('dragover', (event) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      mark(true)
    })
    listen('dragleave', (event) => {
      if (!element.contains(event.relatedTarget as Node | null)) mark(false)
    })
    listen('drop', (event) => {
      mark(false)
      accept(event.dataTransfer?.files, event)
    })
    listen('paste', (event) => accept(event.clipboardData?.files, event))
    return () => {
      controller.abort()
      mark(false)
    }
  }, [area])
}

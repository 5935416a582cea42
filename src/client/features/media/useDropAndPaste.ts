import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Files that are dropped on an area or pasted into it. While they hang over it, it carries `data-dropping`.
 */
export function useDropAndPaste(
  area: RefObject<HTMLElement | null>,
  disabled: boolean,
  onFiles: (files: readonly File[]) => void,
): void {
  const take = useEffectEvent((files: FileList | undefined, event: Event) => {
    if (disabled || !files || files.length === 0) return
    event.preventDefault()
    onFiles([...files])
  })
  useEffect(() => {
    const element = area.current
    if (!element) return undefined
    const ear = new AbortController()
    const mark = (on: boolean) => element.toggleAttribute('data-dropping', on)
    const listen = <K extends keyof HTMLElementEventMap>(
      name: K,
      hear: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(name, hear, { signal: ear.signal })
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
      take(event.dataTransfer?.files, event)
    })
    listen('paste', (event) => take(event.clipboardData?.files, event))
    return () => {
      ear.abort()
      mark(false)
    }
  }, [area])
}

import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { Textarea } from '#client/ui/Textarea.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { CompletionProps } from './Completion.tsx'

const completion = lazyComponent<CompletionProps>(async () => (await import('./Completion.tsx')).Completion)

/**
 * The text area of posts, comments and messages, also where they are edited: it completes @handles and #tags.
 * The code for that is fetched with the first focus.
 */
export const WritingArea = ({ ref, onFocus, ...rest }: ComponentProps<typeof Textarea>) => {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current as HTMLTextAreaElement)
  const [isWanted, setWanted] = useState(false)
  // It may have the focus before the page is interactive.
  useEffect(() => setWanted(document.activeElement === area.current), [])
  const Completion = useLazy(completion, isWanted, () => setWanted(false))
  return (
    <>
      <Textarea
        {...rest}
        ref={area}
        onFocus={(event) => {
          setWanted(true)
          onFocus?.(event)
        }}
      />
      {Completion && <Completion area={area} text={String(rest.value)} />}
    </>
  )
}

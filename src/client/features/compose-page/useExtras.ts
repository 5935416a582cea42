import { isVisible } from '#contract/text.ts'
import type { PostExtras } from '#client/features/composer/useComposer.ts'
import { useStoredText } from '#client/features/composer/useStoredText.ts'

const ON = 'on'

/** Content warning and sensitive toggle, kept with the draft. The warning is sent only if it is on (product section 4). */
export function useExtras(viewerId: string) {
  const key = `royal-flush:draft:post:${viewerId}`
  const [warns, setWarns] = useStoredText(`${key}:warns`)
  const [warning, setWarning] = useStoredText(`${key}:warning`)
  const [sensitive, setSensitive] = useStoredText(`${key}:sensitive`)
  const isWarned = warns === ON
  const extras: PostExtras = { contentWarn: isWarned && isVisible(warning) ? warning.trim() : null, nsfw: sensitive === ON }
  return {
    extras,
    isWarned,
    warning,
    isSensitive: sensitive === ON,
    setWarned: (on: boolean) => setWarns(on ? ON : ''),
    setWarning,
    setSensitive: (on: boolean) => setSensitive(on ? ON : ''),
    clear: () => [setWarns, setWarning, setSensitive].forEach((set) => set('')),
  }
}

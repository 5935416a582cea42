import { Copy } from 'lucide-react'
import { Button } from '#client/ui/Button.tsx'
import { copyText } from '#client/ui/clipboard.ts'

/** New recovery codes, shown this once. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const copy = () =>
    copyText(codes.join('\n'), {
      done: 'Codes copied',
      failed: 'Could not copy the codes to your clipboard.',
    })
  return (
    <section aria-labelledby="recovery-codes" className="mb-4 rounded-md bg-wash p-4">
      <h3 id="recovery-codes" tabIndex={-1} ref={takeFocus} className="font-text text-base font-semibold">
        Your recovery codes
      </h3>
      <p className="text-ink-soft">
        Each opens your account once, when app and passkeys are lost. They are shown this once: print them, or
        keep them with your passwords.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-1 py-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button icon={<Copy />} onClick={() => void copy()}>
          Copy codes
        </Button>
        <Button variant="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </section>
  )
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus()

import { Button } from '#client/ui/Button.tsx'
import type { ButtonProps } from '#client/ui/Button.tsx'
import { useWrite } from './use-write.ts'
import type { Write } from './use-write.ts'

interface WriteButtonProps<Result> extends Omit<ButtonProps, 'onClick' | 'pending'> {
  /** What a press writes. */
  does: Write<Result>
}

/** A button that writes: pending meanwhile, then the toast of the success or failure. */
export const WriteButton = <Result,>({ does, ...button }: WriteButtonProps<Result>) => {
  const { pending, run } = useWrite()
  return <Button {...button} pending={pending} onClick={() => void run(does)} />
}

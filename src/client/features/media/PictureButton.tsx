import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { ACCEPTED } from '#contract/media.constants.ts'
import { Button } from '#client/ui/Button.tsx'
import type { ButtonProps } from '#client/ui/Button.tsx'
import { toast } from '#client/ui/toast.ts'
import { FileInput } from './FileInput.tsx'
import { pictureRefusal } from './picker-rules.ts'

interface PictureButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Accessible name of the file picker. */
  fileLabel: string
  onPick: (file: File) => void
}

/** Picks one picture. A toast says why a file is refused. */
export const PictureButton = ({ fileLabel, onPick, ...button }: PictureButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  const pick = (file: File) => {
    const refusal = pictureRefusal(file)
    if (refusal) toast({ variant: 'destructive', ...refusal })
    else onPick(file)
  }
  return (
    <>
      <FileInput
        input={input}
        label={fileLabel}
        accept={ACCEPTED.image}
        onFiles={([file]) => file && pick(file)}
      />
      <Button size="sm" icon={<ImageUp />} {...button} onClick={() => input.current?.click()} />
    </>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { UpdateProfileInput } from '#contract/people.ts'
import { sendFile } from '#client/features/media/data/send-file.ts'

export type PictureKind = 'avatar' | 'banner'

/** A new picture that is not sent yet. null: removed. undefined: unchanged. */
type Choice = { blob: Blob; url: string } | null | undefined
type Choices = Record<PictureKind, Choice>

const NONE: Choices = { avatar: undefined, banner: undefined }
const FIELD = { avatar: 'avatarUrl', banner: 'bannerUrl' } as const

/** The chosen avatar and banner: shown at once, sent when the form is saved (product section 4). */
export function usePictures() {
  const [choices, setChoices] = useState<Choices>(NONE)
  const [cropping, setCropping] = useState<{ kind: PictureKind; file: File } | null>(null)
  const urls = useRef(new Set<string>())
  useEffect(() => {
    const made = urls.current
    return () => made.forEach((url) => URL.revokeObjectURL(url))
  }, [])
  const choose = (kind: PictureKind, choice: Choice) =>
    setChoices((current) => ({ ...current, [kind]: choice }))
  return {
    cropping,
    isChanged: choices.avatar !== undefined || choices.banner !== undefined,
    /** The preview, over the stored pictures. */
    shown: (kind: PictureKind, current: string | null) =>
      choices[kind] === undefined ? current : (choices[kind]?.url ?? null),
    pick: (kind: PictureKind, file: File) => setCropping({ kind, file }),
    cropped: (kind: PictureKind, blob: Blob) => {
      const url = URL.createObjectURL(blob)
      urls.current.add(url)
      choose(kind, { blob, url })
      setCropping(null)
    },
    stopCropping: () => setCropping(null),
    remove: (kind: PictureKind) => choose(kind, null),
    /** Sends the changes. Throws ApiError. */
    send: () => sendChoices(choices),
    clear: () => setChoices(NONE),
  }
}

async function sendChoices(choices: Choices): Promise<Pick<UpdateProfileInput, 'avatarUrl' | 'bannerUrl'>> {
  const sent: Pick<UpdateProfileInput, 'avatarUrl' | 'bannerUrl'> = {}
  for (const kind of ['avatar', 'banner'] as const) {
    const choice = choices[kind]
    if (choice === undefined) continue
    sent[FIELD[kind]] =
      choice &&
      (await sendFile(choice.blob, { purpose: kind, name: `${kind}.${extensionOf(choice.blob)}` })).mediaUrl
  }
  return sent
}

const extensionOf = ({ type }: Blob) => type.slice('image/'.length)

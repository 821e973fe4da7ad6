import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sharp } from 'sharp';
import { Rng } from './random.ts';
import type { Passage } from './reads.ts';
import type { SimPlant } from './plant-types.ts';
import {
  drawCaptionLayer,
  drawContextLayer,
  drawCropSvg,
  drawMainLayer,
  buildScene,
  type Layer,
  type Scene,
} from './scene.ts';
import { FRAME, drawRoadSvg } from './scene-road.ts';

/** The three JPEG pictures of a read. */
export interface PassagePictures {
  /** 1280 x 720: the vehicle with its plate and the camera's caption. */
  readonly full: Buffer;
  /** 400 x 116: the plate. */
  readonly plate: Buffer;
  /** 960 x 540: the scene from the opposite side. */
  readonly context: Buffer;
}

export interface PictureMaker {
  /** Draws the pictures of a passage. The same passage always gives the same bytes. */
  draw(plant: SimPlant, passage: Passage): Promise<PassagePictures>;
}

/** Number of empty road scenes cached as raw pixels, 2.8 MB each. */
const MAX_CACHED_ROADS = 36;
const WIDE: Size = { width: 960, height: 540 };
const CROP = { width: 400, height: 116 } as const;

/**
 * Opens the drawing engine. Writes a font configuration (two small files) to `workDir`: without system fonts SVG text
 * would silently be drawn as boxes, so the bundled fonts are configured, which must happen before the engine is
 * loaded.
 */
export async function openPictures(seed: number, workDir: string): Promise<PictureMaker> {
  process.env['FONTCONFIG_FILE'] = await writeFontConfig(workDir);
  const { default: sharp } = await import('sharp');
  const keep = { create: { ...FRAME, channels: 3 as const, background: '#000' } };
  await sharp(keep).toBuffer();
  return new SvgPictures(seed, (input, raw) => (raw === undefined ? sharp(input) : sharp(input, { raw })));
}

async function writeFontConfig(workDir: string): Promise<string> {
  await mkdir(workDir, { recursive: true });
  const fonts = join(dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))), 'ttf');
  const file = join(workDir, 'fonts.conf');
  const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${xml(fonts)}</dir><cachedir>${xml(workDir)}</cachedir></fontconfig>\n`,
  );
  return file;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface RawShape {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}
type OpenImage = (input: Buffer, raw?: RawShape) => Sharp;

class SvgPictures implements PictureMaker {
  readonly #seed: number;
  readonly #open: OpenImage;
  readonly #roads = new Map<string, Promise<Buffer>>();
  readonly #grain: { readonly input: Buffer; readonly raw: RawShape };

  constructor(seed: number, open: OpenImage) {
    this.#seed = seed;
    this.#open = open;
    this.#grain = { input: buildGrainPixels(), raw: { ...FRAME, channels: 4 } };
  }

  async draw(plant: SimPlant, passage: Passage): Promise<PassagePictures> {
    const scene = buildScene(plant, passage, this.#seed);
    const [full, context, plate] = await Promise.all([this.#full(scene), this.#context(scene), this.#plate(scene)]);
    return { full, plate, context };
  }

  async #full(scene: Scene): Promise<Buffer> {
    const road = await this.#road(scene, false);
    return this.#compose(road, FRAME, [drawMainLayer(scene), drawCaptionLayer(scene, FRAME.width)])
      .jpeg({ quality: 72 })
      .toBuffer();
  }

  async #context(scene: Scene): Promise<Buffer> {
    const road = await this.#road(scene, true);
    return this.#compose(road, WIDE, [drawContextLayer(scene), drawCaptionLayer(scene, WIDE.width)])
      .jpeg({ quality: 72 })
      .toBuffer();
  }

  async #plate(scene: Scene): Promise<Buffer> {
    // Drawn small and enlarged, because a real crop has few pixels too.
    const small = await this.#open(Buffer.from(drawCropSvg(scene, CROP.width / 2, CROP.height / 2)))
      .flatten()
      .toBuffer();
    return this.#open(small).resize(CROP.width, CROP.height, { kernel: 'cubic' }).jpeg({ quality: 82 }).toBuffer();
  }

  #compose(road: Buffer, size: Size, layers: readonly Layer[]): Sharp {
    const overlays = layers.map(({ svg, left, top }) => ({ input: Buffer.from(svg), left, top }));
    return this.#open(road, { ...size, channels: 3 })
      .composite(overlays)
      .removeAlpha();
  }

  #road(scene: Scene, isWide: boolean): Promise<Buffer> {
    const key = `${scene.locationSeed} ${scene.light.day} ${isWide}`;
    const known = this.#roads.get(key);
    if (known !== undefined) return known;
    if (this.#roads.size >= MAX_CACHED_ROADS) this.#roads.delete(this.#roads.keys().next().value ?? '');
    const view = { place: scene.locationSeed, light: scene.light, isWide, isFastRoad: scene.isFastRoad };
    const made = this.#drawRoad(drawRoadSvg(view), isWide ? WIDE : FRAME);
    this.#roads.set(key, made);
    return made;
  }

  /** Adds slight blur and sensor noise, so that the drawing looks like a photograph. */
  async #drawRoad(svg: string, size: Size): Promise<Buffer> {
    const soft = await this.#open(Buffer.from(svg)).removeAlpha().blur(1.4).raw().toBuffer();
    const noisy = this.#open(soft, { ...FRAME, channels: 3 })
      .composite([{ ...this.#grain, left: 0, top: 0 }])
      .removeAlpha();
    const flat = await noisy.raw().toBuffer();
    return size === FRAME
      ? flat
      : this.#open(flat, { ...FRAME, channels: 3 })
          .resize(size.width, size.height)
          .raw()
          .toBuffer();
  }
}

/** Sensor noise: half-transparent grey specks, the same pattern on every road. */
function buildGrainPixels(): Buffer {
  const rng = new Rng(77);
  const pixels = Buffer.alloc(FRAME.width * FRAME.height * 4);
  for (let i = 0; i < pixels.length; i += 4) {
    const value = rng.next() < 0.5 ? 0 : 255;
    pixels[i] = pixels[i + 1] = pixels[i + 2] = value;
    pixels[i + 3] = Math.floor(rng.next() ** 2 * 9);
  }
  return pixels;
}

import { SaxesParser } from 'saxes';
import { DecodeError, LIMITS } from './limits.ts';
import { MIN_PICTURE_TEXT } from './pictures.ts';
import { COMMENT, TEXT, type Branch, type TreeBuilder, type TreeValue } from './tree.ts';

export interface XmlDocuments {
  readonly documents: readonly Branch[];
  readonly isRepaired: boolean;
}

interface OpenElement {
  readonly name: string;
  branch: Branch | null;
  hasChildren: boolean;
  text: string[];
}

/** Errors that concern characters only; after others, text and elements may not belong together. */
const TEXT_ERROR =
  /(?:disallowed character\.|is disallowed in char data\.|undefined entity|malformed character entity|empty entity name|text data outside of root node\.|no whitespace between attributes\.)$/;

/**
 * Documents of an XML text; each has one field, its root element. Attributes are fields that begin with `@`. There are no
 * document types, and entities are only those of XML itself. Cameras leave signs unescaped; a few errors are passed over.
 * @throws DecodeError
 */
export function parseXml(text: string, builder: TreeBuilder): XmlDocuments {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new DecodeError('body_unreadable', 'XML with a document type');
  const build = new XmlBuild(builder);
  // Cameras write names with "&" as they are; the parser would look for the end of an entity.
  const escaped = text.replaceAll(/&(?!(?:[A-Za-z]{1,10}|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/g, () => {
    build.countError();
    return '&amp;';
  });
  const parser = new SaxesParser({ fragment: true });
  parser.on('error', (error) => {
    if (!TEXT_ERROR.test(error.message)) throw new DecodeError('body_unreadable', 'XML that is not well-formed');
    build.countError();
  });
  parser.on('opentagstart', (tag) => build.open(tag.name));
  parser.on('attribute', ({ name, value }) => build.addAttribute(name, value));
  parser.on('text', (piece) => build.addText(piece));
  parser.on('cdata', (piece) => build.addText(piece));
  parser.on('comment', (comment) => build.addComment(comment.trim()));
  parser.on('closetag', () => build.close());
  parser.write(escaped.replaceAll(/<\?xml[^>]{0,200}\?>/g, ''));
  build.endOfText();
  return build.finish();
}

class XmlBuild {
  private readonly builder: TreeBuilder;
  private readonly documents: Branch[] = [];
  private readonly stack: OpenElement[] = [];
  private attributes = 0;
  private errors = 0;
  private isRepaired = false;

  constructor(builder: TreeBuilder) {
    this.builder = builder;
  }

  countError(): void {
    this.isRepaired = true;
    this.errors += 1;
    if (this.errors > LIMITS.xmlErrors) throw new DecodeError('body_unreadable', 'XML with many errors');
  }

  open(name: string): void {
    if (this.stack.length >= LIMITS.depth) throw new DecodeError('limit_exceeded', 'XML is nested too deep');
    this.attributes = 0;
    this.stack.push({ name, branch: null, hasChildren: false, text: [] });
  }

  addAttribute(name: string, value: string): void {
    const element = this.stack.at(-1);
    this.attributes += 1;
    if (this.attributes > LIMITS.attributes) throw new DecodeError('limit_exceeded', 'too many XML attributes');
    if (element === undefined || name === 'xmlns' || name.startsWith('xmlns:')) return;
    element.branch ??= this.builder.createBranch();
    this.builder.add(element.branch, `@${name}`, value);
  }

  addText(piece: string): void {
    this.stack.at(-1)?.text.push(piece);
  }

  /** A comment is never a text of its element; only one that can be a picture is looked at. */
  addComment(comment: string): void {
    const element = this.stack.at(-1);
    if (element === undefined || comment.length < MIN_PICTURE_TEXT || /[^\w+/=\s-]/.test(comment)) return;
    element.branch ??= this.builder.createBranch();
    this.builder.add(element.branch, COMMENT, comment);
  }

  close(): void {
    const element = this.stack.pop();
    if (element === undefined) return;
    const value = this.toValue(element);
    const parent = this.stack.at(-1);
    if (parent === undefined) {
      if (this.documents.length >= LIMITS.documents) throw new DecodeError('limit_exceeded', 'too many XML documents');
      const document = this.builder.createBranch();
      this.builder.add(document, element.name, value);
      this.documents.push(document);
    } else {
      parent.branch ??= this.builder.createBranch();
      parent.hasChildren = true;
      this.builder.add(parent.branch, element.name, value);
    }
  }

  /** Elements that are still open were cut off, unless only their end tags are missing. */
  endOfText(): void {
    const last = this.stack.at(-1);
    if (last === undefined) return;
    if (last.branch === null || last.text.join('').trim() !== '') {
      throw new DecodeError('body_truncated', 'XML ends inside an element');
    }
    while (this.stack.length > 0) this.close();
    this.isRepaired = true;
  }

  finish(): XmlDocuments {
    if (this.documents.length === 0) throw new DecodeError('body_unreadable', 'no XML element');
    return { documents: this.documents, isRepaired: this.isRepaired };
  }

  /** Text between child elements is no value: pieces that were apart must not become one word. */
  private toValue({ branch, hasChildren, text }: OpenElement): TreeValue {
    const joined = text.join('').trim();
    if (branch === null) return joined;
    if (joined !== '' && !hasChildren) this.builder.add(branch, TEXT, joined);
    return branch;
  }
}

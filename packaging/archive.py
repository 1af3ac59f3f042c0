"""Archives of tar that are the same bytes for the same files: names are sorted, dates and owners fixed."""

import io
import tarfile

import project


def tar(files, folders=()):
    """The bytes of an archive of (path, bytes, mode), with the folders above them. `folders` are more of (path, mode)."""
    above = {"/".join(parts[:count]): 0o755 for parts in (name.split("/") for name, _, _ in files) for count in range(1, len(parts))}
    above.update(folders)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        members = [(name, None, mode) for name, mode in above.items()] + list(files)
        for name, data, mode in sorted(members, key=lambda member: member[0]):
            info = tarfile.TarInfo(name)
            info.mode, info.mtime = mode, project.epoch()
            if data is None:
                info.type = tarfile.DIRTYPE
                archive.addfile(info)
            else:
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    return packed.getvalue()

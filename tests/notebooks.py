"""The notebooks under examples/: run from the top, and kept with their outputs.

``make notebooks`` runs them in full and writes them back, without what changes from run to run or
from machine to machine. The tests run them in short: AZULEJOS_QUICK is set, and each notebook says
in its first cell what that means.
"""

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
#: Seconds for a cell, on a machine that has other things to do.
PATIENCE = 1800
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def run(path, folder, quick=False):
    """The notebook with the outputs of a run in a folder; its first error ends it, and is raised.

    It is run by this very Python; whatever the kernel wants to keep goes to the folder.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=PATIENCE,
        kernel_name=KERNEL["name"],
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
    )
    manager = client.create_kernel_manager()
    manager.transport, manager.ip = "ipc", f"{folder}/kernel"  # files, and no network
    places = {"IPYTHONDIR": str(folder), "JUPYTER_RUNTIME_DIR": str(folder)}
    client.execute(env=os.environ | places | {"AZULEJOS_QUICK": "1" if quick else ""})
    return notebook


def clean(notebook):
    """The same notebook with all that belongs into a file, and nothing else.

    Cells lose their metadata, and what was said on stderr: how long things take, and warnings.
    """
    kept = nbformat.v4.new_notebook(metadata={"kernelspec": KERNEL})
    kept.metadata["language_info"] = {"name": "python"}
    for number, cell in enumerate(notebook.cells, 1):
        cell = nbformat.from_dict({**cell, "id": f"cell-{number}", "metadata": {}})
        if cell.cell_type == "code":
            cell.outputs = [each for each in cell.outputs if each.get("name") != "stderr"]
            for output in cell.outputs:
                if "metadata" in output:
                    output["metadata"] = {}
        kept.cells.append(cell)
    return kept


def main(names):
    """Run the notebooks of these names, or all, and write them back."""
    for path in NOTEBOOKS:
        if not names or path.stem in names:
            print(f"{path.relative_to(ROOT)} …", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                notebook = run(path, folder)
            nbformat.write(clean(notebook), path)


if __name__ == "__main__":
    main(sys.argv[1:])
